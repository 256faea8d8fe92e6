@echo off
rem Serves Lookback to everyone on the same network.
call "%~dp0start-windows.bat" --classroom %*
