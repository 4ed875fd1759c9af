"""The spreadsheet of LibreOffice as a live report. Nothing but the standard library and LibreOffice's own interface."""
