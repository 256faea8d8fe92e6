@echo off
rem Serves Lookback to this machine.
setlocal
cd /d "%~dp0"
if not exist "site\build.json" (
  echo The folder "site" is not beside this file.
  echo Right-click the zip, choose "Extract All", and start it from the folder that this makes.
  pause
  exit /b 1
)
rem Windows has a "python" that only opens its store; one that runs a line is a real one.
py -3 -c "import sys; sys.exit(sys.version_info < (3, 8))" >nul 2>nul && (
  py -3 start.py %*
  goto ended
)
python -c "import sys; sys.exit(sys.version_info < (3, 8))" >nul 2>nul && (
  python start.py %*
  goto ended
)
set "LOOKBACK_OPTIONS=%*"
powershell -NoProfile -ExecutionPolicy Bypass -File start-windows.ps1
:ended
if errorlevel 1 pause
