"""What the portal shows of a cell: texts of formats in English, whatever the language of the document."""

from __future__ import annotations

from typing import Any, Dict, Optional, Tuple

from com.sun.star.lang import Locale

_ENGLISH = Locale("en", "US", "")
_FormatCode = Tuple[str, str, str, str]


class PortalText:
    """Formats are kept apart from those of the document, which stays as it is."""

    def __init__(self, context: Any, document: Any) -> None:
        services = context.ServiceManager
        supplier = services.createInstanceWithArgumentsAndContext(
            "com.sun.star.util.NumberFormatsSupplier", (_ENGLISH,), context
        )
        supplier.getNumberFormatSettings().setPropertyValue("NullDate", document.NullDate)
        self._formatter = services.createInstanceWithContext("com.sun.star.util.NumberFormatter", context)
        self._formatter.attachNumberFormatsSupplier(supplier)
        self._formats = supplier.getNumberFormats()
        self._document = document
        self._keys: Dict[_FormatCode, Optional[int]] = {}

    def of(self, cell: Any) -> str:
        """The text of a cell without blanks at its ends; LibreOffice's own where it has none in English."""
        key = self._key(cell.NumberFormat) if cell.Type.value in ("VALUE", "FORMULA") else None
        is_text = cell.Type.value == "FORMULA" and cell.FormulaResultType2 != 1
        own: str = cell.getString() if key is None or is_text else self._formatter.convertNumberToString(key, cell.getValue())
        return own.strip()

    def _key(self, of_document: int) -> Optional[int]:
        found = self._document.getNumberFormats().getByKey(of_document)
        locale = found.Locale
        code = (found.FormatString, locale.Language, locale.Country, locale.Variant)
        if code not in self._keys:
            self._keys[code] = self._added(found.FormatString, locale)
        return self._keys[code]

    def _added(self, code: str, locale: Any) -> Optional[int]:
        try:
            key: int = self._formats.addNewConverted(code, locale, _ENGLISH)
        except Exception:  # UNO says so where English has the format, as the general one, or knows none like it.
            known = self._formats.queryKey(code, _ENGLISH, False)
            return known if known >= 0 else None
        return key
