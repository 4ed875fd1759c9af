"""What a document says of its report, in its own user-defined properties. The key is not among it."""

from __future__ import annotations

from typing import Any, List

from com.sun.star.beans.PropertyAttribute import MAYBEVOID, REMOVEABLE

from .places import pages_of, split_list

REPORT = "Sheetwire.Report"
PAGES = "Sheetwire.Pages"
CONTROLS = "Sheetwire.Controls"


class Document:
    """The settings of one document."""

    def __init__(self, document: Any) -> None:
        self._document = document

    @property
    def report(self) -> str:
        """``ENTITY/GROUP/REPORT``; empty where nobody said."""
        return self._get(REPORT)

    @property
    def pages(self) -> str:
        """Sheets and areas with commas between them; empty for every visible sheet."""
        return ",".join(pages_of(self._get(PAGES)))

    @property
    def controls(self) -> List[str]:
        """Names of cells that take entries beside those that begin with CTL_."""
        return split_list(self._get(CONTROLS))

    def set(self, name: str, text: str) -> None:
        """Keeps a setting; the document is changed only by another one."""
        if self._get(name) == text:
            return
        properties = self._properties()
        if properties.getPropertySetInfo().hasPropertyByName(name):
            properties.removeProperty(name)
        if text:
            properties.addProperty(name, REMOVEABLE | MAYBEVOID, text)

    def _get(self, name: str) -> str:
        properties = self._properties()
        if not properties.getPropertySetInfo().hasPropertyByName(name):
            return ""
        value = properties.getPropertyValue(name)
        return value.strip() if isinstance(value, str) else ""

    def _properties(self) -> Any:
        return self._document.getDocumentProperties().getUserDefinedProperties()
