"""Publishing: files, workbooks, frames, rows and HTML."""

from __future__ import annotations

import html
import io
import os
import re
import urllib.parse
from dataclasses import dataclass, field
from typing import Any, Dict, List, Mapping, Optional, Sequence, Union

from .portal import Portal, split_topic
from .tables import is_frame, page_html

#: Bytes of a file that is sent at most; the portal's own limit may be lower and says so.
MOST_FILE = 256 * 1024 * 1024

_TYPES = {
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".xlsm": "application/vnd.ms-excel.sheet.macroEnabled.12",
    ".ods": "application/vnd.oasis.opendocument.spreadsheet",
    ".xls": "application/vnd.ms-excel",
    ".xlsb": "application/vnd.ms-excel.sheet.binary.macroEnabled.12",
    ".csv": "text/csv",
    ".tsv": "text/tab-separated-values",
    ".html": "text/html",
    ".htm": "text/html",
}


_AREA = re.compile(r"\$?[A-Za-z]{1,3}\$?\d{0,7}(?::\$?[A-Za-z]{1,3}\$?\d{0,7})?\Z")


@dataclass(frozen=True)
class NotShown:
    """What a workbook holds and its pages do not show."""

    sheet: str
    what: str
    count: int
    why: str


@dataclass(frozen=True)
class Published:
    """The portal's answer: it is given once the version is safe on disk."""

    topic: str
    version: int
    time: str
    changed: bool
    url: str
    not_shown: List[NotShown] = field(default_factory=list)
    #: The number of this publish where it waits for approval; viewers keep ``version`` until then.
    waits: Optional[int] = None

    def _repr_html_(self) -> str:
        """A link, for notebooks."""
        words = "published" if self.changed else "unchanged"
        if self.waits is not None:
            words = f"publish {self.waits} is waiting for approval"
        link = f'<a href="{html.escape(self.url)}" target="_blank" rel="noopener">{html.escape(self.topic)}</a>'
        return f"{link} {words}, version {self.version}"


def publish(
    topic: str,
    what: Any,
    *,
    portal: Optional[Portal] = None,
    sheets: Optional[Sequence[str]] = None,
    metadata: Optional[Mapping[str, str]] = None,
) -> Published:
    """Publishes a report, ``ENTITY/GROUP/REPORT``.

    ``what`` is the path of a workbook, text table or HTML file, an openpyxl workbook, a pandas ``DataFrame`` or
    ``Styler``, rows, HTML text, or a dict of pages by name, each a frame, rows, or HTML text. ``sheets`` chooses
    sheets, named ranges and areas of a workbook.

    :raises Refusal: the portal refuses it, and says why.
    :raises Unreachable: the portal does not answer for 30 seconds.
    :raises TypeError, ValueError: ``what`` is nothing that can be published.
    """
    portal = portal or Portal()
    return send_made(portal, made_of(topic, what, sheets=sheets, metadata=metadata))


@dataclass(frozen=True)
class Made:
    """A report as it travels: a call with its body, or a file. What it was made of may change from then on."""

    path: str
    body: Optional[Mapping[str, Any]] = None
    data: bytes = b""
    query: Mapping[str, str] = field(default_factory=dict)
    content_type: str = ""


def made_of(
    topic: str,
    what: Any,
    *,
    sheets: Optional[Sequence[str]] = None,
    metadata: Optional[Mapping[str, str]] = None,
) -> Made:
    """What ``publish`` sends, made at once.

    :raises TypeError, ValueError: ``what`` is nothing that can be published.
    :raises OSError: its file cannot be read.
    """
    entity, group, report = split_topic(topic)
    workbook = _workbook_of(what)
    if workbook is None:
        if sheets is not None:
            raise ValueError("Only a workbook has sheets to choose")
        pages = [{"name": name, "html": text} for name, text in _pages_of(what, report).items()]
        body: Dict[str, Any] = {"topic": topic, "pages": pages}
        if metadata:
            body["metadata"] = dict(metadata)
        return Made("publish/report", body)
    data, content_type = workbook
    query: Dict[str, str] = {"pages": ",".join(map(_quoted, sheets))} if sheets else {}
    query.update({f"metadata.{name}": text for name, text in (metadata or {}).items()})
    path = "publish/workbook/" + "/".join(urllib.parse.quote(part.strip(), safe="") for part in (entity, group, report))
    return Made(path, None, data, query, content_type)


def send_made(portal: Portal, made: Made, *, retry: Optional[float] = None, session: str = "") -> Published:
    """Sends what was made; with a session only as the holder of the report's lease."""
    if made.body is not None:
        answer = portal.call(made.path, made.body, retry=retry, session=session)
    else:
        answer = portal.put(made.path, made.data, made.query, made.content_type, retry=retry, session=session)
    return published_of(portal, answer)


def published_of(portal: Portal, answer: Mapping[str, Any]) -> Published:
    """The portal's answer to a publish."""
    left_out = [NotShown(one["sheet"], one["what"], one["count"], one["why"]) for one in answer.get("notShown", [])]
    topic = answer["topic"]
    url = portal.address_of(topic)
    waits = (answer.get("held") or {}).get("version")
    return Published(topic, answer["version"], answer["time"], answer["changed"], url, left_out, waits)


def _pages_of(what: Any, report: str) -> Dict[str, str]:
    """Pages by name; one alone is named after the report."""
    if isinstance(what, Mapping) and what and all(_is_page(page) for page in what.values()):
        return {str(name): page_html(page) for name, page in what.items()}
    return {report.strip(): page_html(what)}


def _is_page(value: Any) -> bool:
    """Rows, frames and texts are pages; a column is a list of single values."""
    if isinstance(value, (str, Mapping)) or is_frame(value):
        return True
    return isinstance(value, (list, tuple)) and len(value) > 0 and all(isinstance(row, (list, tuple)) for row in value)


def _workbook_of(what: Any) -> Optional["tuple[bytes, str]"]:
    """The bytes and the type of what travels as a file; None for what is made into pages here."""
    if isinstance(what, os.PathLike) or (isinstance(what, str) and _names_file(what)):
        return _read(what)
    if isinstance(what, (bytes, bytearray)):
        return bytes(what), "application/octet-stream"
    kind = type(what)
    if kind.__module__.startswith("openpyxl.") and kind.__name__ == "Workbook":
        held = io.BytesIO()
        what.save(held)
        return held.getvalue(), _TYPES[".xlsx"]
    if kind.__name__ == "Styler" and hasattr(what, "to_excel"):
        return _bytes_of_styler(what), _TYPES[".xlsx"]
    return None


def _bytes_of_styler(styler: Any) -> bytes:
    """A workbook with the looks of a frame. What openpyxl takes for a formula is text, as it is in the frame."""
    import pandas  # Only who has it has a Styler.

    held = io.BytesIO()
    with pandas.ExcelWriter(held, engine="openpyxl") as writer:
        styler.to_excel(writer, index=_has_index(styler.data))
        for sheet in writer.book.worksheets:
            for cell in (cell for row in sheet.iter_rows() for cell in row if cell.data_type == "f"):
                cell.data_type = "s"
    return held.getvalue()


def _quoted(page: str) -> str:
    """A page as the list takes it: a sheet is in quotes where a sign in its name would part the list or its area.

    Names of ranges and tables have no such signs, and are not found within quotes.
    """
    name, mark, area = page.strip().rpartition("!")
    if not mark or not _AREA.match(area):
        name, mark, area = page.strip(), "", ""
    is_quoted = len(name) > 1 and name.startswith("'") and name.endswith("'")
    if not is_quoted and any(sign in name for sign in (",", "'", mark or ",")):
        name = "'" + name.replace("'", "''") + "'"
    return name + mark + area


def _names_file(text: str) -> bool:
    """Text that begins with markup is a page, whatever it ends with."""
    ends = os.path.splitext(text)[1].lower() in _TYPES
    return ends and "\n" not in text and not text.lstrip().startswith("<")


def _read(path: Union[str, "os.PathLike[str]"]) -> "tuple[bytes, str]":
    kind = os.path.splitext(os.fspath(path))[1].lower()
    with open(path, "rb") as file:
        data = file.read(MOST_FILE + 1)
    if len(data) > MOST_FILE:
        raise ValueError(f"{os.fspath(path)} is larger than {MOST_FILE // 1024 // 1024} MiB")
    return data, _TYPES.get(kind, "application/octet-stream")


def _has_index(frame: Any) -> bool:
    return not (frame.index.nlevels == 1 and frame.index.name is None and list(frame.index) == list(range(len(frame))))
