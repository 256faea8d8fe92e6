// Hosts that do not compress would send some files at three times their size. Beside each of those lies a packed twin,
// `<file>.gz`. Where the host compresses, the file itself is better: only the browser's own response is compiled while
// it arrives, and kept compiled for the next visit.

const PROBE = "runtime/probe.wasm";
const THIS_MACHINE = /^(localhost|127(\.\d+){3}|\[::1\])$/;

/** @type {Map<string, Promise<boolean>>} what was found, by the site's root */
const known = new Map();

/**
 * Whether twins are less to send than the files themselves: whether the host sends WebAssembly as it is. That shows in a
 * small file which is there for nothing else. From this machine all comes fast enough.
 * @param {string} root absolute URL of the site @returns {Promise<boolean>}
 */
export function twinsAreLighter(root) {
  const found = known.get(root) ?? probe(root);
  known.set(root, found);
  return found;
}

/** @param {string} root */
async function probe(root) {
  if (THIS_MACHINE.test(new URL(root).hostname)) return false;
  try {
    const response = await fetch(new URL(PROBE, root));
    await response.body?.cancel();
    return response.ok && !response.headers.has("content-encoding");
  } catch {
    return false; // who cannot be reached sends nothing either
  }
}

/**
 * The response for a file, unpacked from its twin; the file's own where the twin is missing.
 * @param {string} url the file's @param {(url: string) => Promise<Response>} ask
 * @returns {Promise<Response>} rejects as `ask` does
 */
export async function fromTwin(url, ask) {
  const { ok, body, headers } = await ask(`${url}.gz`);
  if (!ok) return ask(url);
  // Some hosts tell the browser to unpack whatever is called .gz.
  const isUnpacked = headers.has("content-encoding");
  const stream = isUnpacked ? body : (body?.pipeThrough(new DecompressionStream("gzip")) ?? null);
  const type = url.endsWith(".wasm") ? "application/wasm" : "application/octet-stream";
  return new Response(stream, { headers: { "content-type": type } });
}
