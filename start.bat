@echo off
rem Starts the companion by a double click. `py` comes with the Python of python.org.
cd /d "%~dp0"
where py >nul 2>nul
if errorlevel 1 (python start.py %*) else (py -3 start.py %*)
if errorlevel 1 (
    echo.
    echo Without Python: get it from https://www.python.org/downloads/ and start again.
    pause
)
