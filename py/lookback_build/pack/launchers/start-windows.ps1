# Serves the folder "site" beside this file, for a Windows without Python: what start.py does, in what Windows brings.
# The text is plain ASCII, because Windows PowerShell 5 reads a file without a mark as another encoding.
# What start-windows.bat was given comes by the environment: PowerShell takes words that begin with a dash for its own.

$options = @("$env:LOOKBACK_OPTIONS" -split "\s+" | Where-Object { $_ })
$classroom = $options -contains "--classroom"
$quiet = $options -contains "--no-browser"
$port = 8000
$at = [array]::IndexOf($options, "--port")
if ($at -ge 0 -and -not [int]::TryParse("$($options[$at + 1])", [ref]$port)) {
  Write-Output "--port takes a number from 1 to 65535"
  exit 2
}

$source = @'
using System;
using System.Collections.Generic;
using System.IO;
using System.Net;
using System.Net.NetworkInformation;
using System.Net.Sockets;
using System.Text;
using System.Threading;

public static class LookbackServer
{
    const int PortsToTry = 50;
    const int LongestHead = 16384; // bytes of a request

    static readonly Dictionary<string, string> Types = new Dictionary<string, string> {
        { ".html", "text/html; charset=utf-8" }, { ".js", "text/javascript; charset=utf-8" },
        { ".mjs", "text/javascript; charset=utf-8" }, { ".css", "text/css; charset=utf-8" },
        { ".json", "application/json; charset=utf-8" }, { ".txt", "text/plain; charset=utf-8" },
        { ".webmanifest", "application/manifest+json; charset=utf-8" }, { ".svg", "image/svg+xml" },
        { ".png", "image/png" }, { ".ico", "image/x-icon" }, { ".wasm", "application/wasm" } };

    // Every file by the path that asks for it. What is not in this table does not exist, whatever a request says.
    static readonly Dictionary<string, string> Files = new Dictionary<string, string>(StringComparer.Ordinal);
    static readonly List<string> Addresses = new List<string>();

    public static void Serve(string site, bool classroom, int port, bool openBrowser)
    {
        FindFiles(Path.GetFullPath(site));
        TcpListener listener = Bind(classroom ? IPAddress.Any : IPAddress.Loopback, port);
        if (listener == null) {
            Console.WriteLine("Ports " + port + " to " + (port + PortsToTry - 1) + " are taken. Name another with --port.");
            return;
        }
        port = ((IPEndPoint)listener.LocalEndpoint).Port;
        string here = "http://127.0.0.1:" + port + "/";
        if (classroom) FindAddresses(port);
        Tell(here, classroom);
        if (openBrowser) System.Diagnostics.Process.Start(here + (Addresses.Count > 0 ? "classroom" : ""));
        while (true) {
            TcpClient client = listener.AcceptTcpClient();
            new Thread(delegate () { Answer(client); }) { IsBackground = true }.Start();
        }
    }

    static void FindFiles(string site)
    {
        foreach (string path in Directory.GetFiles(site, "*", SearchOption.AllDirectories)) {
            string name = path.Substring(site.TrimEnd('\\', '/').Length).Replace('\\', '/');
            Files[name] = path;
            if (name.EndsWith("/index.html")) Files[name.Substring(0, name.Length - "index.html".Length)] = path;
        }
    }

    static TcpListener Bind(IPAddress host, int port)
    {
        for (int candidate = port; candidate < Math.Min(port + PortsToTry, 65536); candidate++) {
            TcpListener listener = new TcpListener(host, candidate);
            listener.ExclusiveAddressUse = true;
            try { listener.Start(128); return listener; }
            catch (SocketException) { } // taken: the next one
        }
        return null;
    }

    static void FindAddresses(int port)
    {
        foreach (NetworkInterface card in NetworkInterface.GetAllNetworkInterfaces()) {
            if (card.OperationalStatus != OperationalStatus.Up) continue;
            foreach (UnicastIPAddressInformation own in card.GetIPProperties().UnicastAddresses) {
                if (own.Address.AddressFamily == AddressFamily.InterNetwork && !IPAddress.IsLoopback(own.Address))
                    Addresses.Add(own.Address + ":" + port);
            }
        }
    }

    static void Tell(string here, bool classroom)
    {
        Console.WriteLine("\nLookback is at " + here);
        foreach (string address in Addresses)
            Console.WriteLine("\n\n  In this room, type into the address line of a browser:\n\n\n          http://" + address + "/\n\n");
        if (Addresses.Count > 0) {
            Console.WriteLine("For the projector: " + here + "classroom");
            Console.WriteLine("When nobody reaches it: allow PowerShell in this machine's firewall, and look that all are on one network.");
        } else if (classroom) {
            Console.WriteLine("This machine is on no network that others could reach it by. Join one, and start again.");
        }
        Console.WriteLine("Ctrl+C ends it.\n");
    }

    static void Answer(TcpClient client)
    {
        try {
            using (client) {
                client.ReceiveTimeout = client.SendTimeout = 60000; // a browser opens connections that it never uses
                Stream stream = client.GetStream();
                string[] words = ReadHead(stream).Split('\n')[0].Trim().Split(' ');
                if (words.Length != 3 || !words[2].StartsWith("HTTP/1.")) Send(stream, "400 Bad Request", "text/plain", Text("This is no request.\n"), "", true);
                else if (words[0] != "GET" && words[0] != "HEAD") Send(stream, "501 Not Implemented", "text/plain", Text("Only GET is answered here.\n"), "", true);
                else AnswerPath(stream, words[1], words[0] == "GET");
                client.Client.Shutdown(SocketShutdown.Send);
            }
        }
        catch (IOException) { } // the browser went away
        catch (SocketException) { }
        catch (ObjectDisposedException) { }
    }

    static string ReadHead(Stream stream)
    {
        StringBuilder head = new StringBuilder();
        byte[] buffer = new byte[4096];
        while (head.Length < LongestHead && head.ToString().IndexOf("\r\n\r\n") < 0) {
            int count = stream.Read(buffer, 0, buffer.Length);
            if (count == 0) break;
            head.Append(Encoding.ASCII.GetString(buffer, 0, count));
        }
        return head.ToString();
    }

    static void AnswerPath(Stream stream, string target, bool withBody)
    {
        string name = Uri.UnescapeDataString(target.Split('?', '#')[0]);
        string path;
        if (name == "/classroom" && Addresses.Count > 0)
            Send(stream, "200 OK", Types[".html"], Text(RoomPage()), "", withBody);
        else if (Files.TryGetValue(name, out path)) {
            string kind;
            if (!Types.TryGetValue(Path.GetExtension(path).ToLowerInvariant(), out kind)) kind = "application/octet-stream";
            // Files of the runtime and the assets carry a hash in their name; all else may change with another version.
            bool namedByHash = name.StartsWith("/runtime/") || name.StartsWith("/assets/");
            string caching = "Cache-Control: " + (namedByHash ? "max-age=31536000, immutable" : "no-cache") + "\r\n";
            Send(stream, "200 OK", kind, File.ReadAllBytes(path), caching, withBody);
        }
        else if (Files.ContainsKey(name + "/"))
            Send(stream, "301 Moved Permanently", "text/plain", new byte[0], "Location: " + Uri.EscapeDataString(name.Substring(name.LastIndexOf('/') + 1)) + "/\r\n", withBody);
        else Send(stream, "404 Not Found", "text/plain", Text("There is no such page here.\n"), "", withBody);
    }

    static byte[] Text(string text) { return Encoding.UTF8.GetBytes(text); }

    static void Send(Stream stream, string status, string kind, byte[] content, string headers, bool withBody)
    {
        byte[] head = Encoding.ASCII.GetBytes("HTTP/1.1 " + status + "\r\nContent-Type: " + kind + "\r\nContent-Length: " + content.Length
            + "\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n" + headers + "\r\n");
        stream.Write(head, 0, head.Length);
        if (withBody) stream.Write(content, 0, content.Length);
    }

    static string RoomPage()
    {
        StringBuilder lines = new StringBuilder();
        foreach (string address in Addresses) lines.Append("<p><strong>" + address + "</strong></p>\n");
        return "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport content='width=device-width, initial-scale=1'>"
            + "<title>Lookback: the address for this room</title><style>:root{color-scheme:light dark}body{margin:0;min-height:100vh;"
            + "display:grid;place-content:center;gap:4vh;padding:2rem;box-sizing:border-box;font:1.25rem/1.5 Palatino,'Palatino Linotype',"
            + "Georgia,serif;text-align:center}h1,p{margin:0;font-weight:normal}strong{display:block;font:600 min(9vw,8rem)/1.2 "
            + "ui-monospace,Consolas,monospace;overflow-wrap:anywhere}</style><h1>Type this into the address line of a browser</h1>"
            + lines + "<p>The device must be on the same network as this machine. <a href='/'>Open Lookback here</a></p></html>";
    }
}
'@

$site = Join-Path $PSScriptRoot "site"
if (-not (Test-Path (Join-Path $site "build.json"))) {
  Write-Output 'The folder "site" is not beside this file. Extract the whole zip, and start it from there.'
  exit 1
}
try {
  Add-Type -TypeDefinition $source -Language CSharp
} catch {
  Write-Output "This Windows lets no script serve pages. Install Python from python.org, or take the single HTML file of Lookback,"
  Write-Output "which needs nothing but a browser."
  exit 1
}
[LookbackServer]::Serve($site, $classroom, $port, -not $quiet)
