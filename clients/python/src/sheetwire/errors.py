"""What a portal refuses: one class for each code of docs/errors.md."""

from __future__ import annotations

from typing import Any, Dict, Optional, Type


class SheetwireError(Exception):
    """The base of everything that this package raises on purpose."""


class SettingsError(SheetwireError):
    """The address or the key is missing or cannot be used."""


class Unreachable(SheetwireError):
    """The portal did not answer, or something else did."""


class LineEnded(SheetwireError):
    """The live report has ended: another publisher took it over, or the portal refuses it."""


class Refusal(SheetwireError):
    """The portal refused a call. ``message`` says what to do.

    ``status`` is the HTTP status, ``have`` the version that is present in a conflict, ``retry_after`` the seconds that
    the portal asks to wait, ``request_id`` what the server's log has the cause under.
    """

    code = ""

    def __init__(
        self,
        message: str,
        status: int = 0,
        have: Optional[int] = None,
        retry_after: Optional[float] = None,
        request_id: Optional[str] = None,
    ) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.have = have
        self.retry_after = retry_after
        self.request_id = request_id


class Malformed(Refusal):
    code = "malformed"


class NotSignedIn(Refusal):
    code = "not_signed_in"


class NotAllowed(Refusal):
    code = "not_allowed"


class NoLicense(Refusal):
    code = "no_license"


class CrossSite(Refusal):
    code = "cross_site"


class WrongPublishSecret(Refusal):
    code = "wrong_publish_secret"


class VersionTooOld(Refusal):
    code = "version_too_old"


class NotFound(Refusal):
    code = "not_found"


class WrongBaseVersion(Refusal):
    code = "wrong_base_version"


class WorkbookNeeded(Refusal):
    code = "workbook_needed"


class RolledBack(Refusal):
    code = "rolled_back"


class HeldIsGone(Refusal):
    code = "held_is_gone"


class HeldChanged(Refusal):
    code = "held_changed"


class UnknownVersion(Refusal):
    code = "unknown_version"


class LeaseHeld(Refusal):
    code = "lease_held"


class TakenOver(Refusal):
    code = "taken_over"


class GuardRefused(Refusal):
    code = "guard_refused"


class TooLarge(Refusal):
    code = "too_large"


class WrongMediaType(Refusal):
    code = "wrong_media_type"


class PageNamesMissing(Refusal):
    code = "page_names_missing"


class PageNamesEqual(Refusal):
    code = "page_names_equal"


class PageUndecodable(Refusal):
    code = "page_undecodable"


class PageTooDeep(Refusal):
    code = "page_too_deep"


class UnreadableFile(Refusal):
    code = "unreadable_file"


class UnknownPage(Refusal):
    code = "unknown_page"


class UnknownCell(Refusal):
    code = "unknown_cell"


class CellHoldsTable(Refusal):
    code = "cell_holds_table"


class ControlNamesEqual(Refusal):
    code = "control_names_equal"


class BadText(Refusal):
    code = "bad_text"


class ReservedName(Refusal):
    code = "reserved_name"


class WeakPassword(Refusal):
    code = "weak_password"


class TooMany(Refusal):
    code = "too_many"


class Failed(Refusal):
    code = "failed"


class Busy(Refusal):
    code = "busy"


class StoreUnavailable(Refusal):
    code = "store_unavailable"


#: The class of each code.
BY_CODE: Dict[str, Type[Refusal]] = {one.code: one for one in Refusal.__subclasses__()}


def refusal_of(status: int, body: Any, retry_after: Optional[float], request_id: Optional[str]) -> SheetwireError:
    """The exception for a refused call, of its JSON body when the portal wrote one."""
    error = body.get("error") if isinstance(body, dict) else None
    if not isinstance(error, dict) or not isinstance(error.get("message"), str):
        return Refusal(f"The portal, or a proxy in front of it, answered {status}", status, None, retry_after, request_id)
    have = error.get("have")
    message = error["message"] if request_id is None else f"{error['message']} (request {request_id})"
    return BY_CODE.get(str(error.get("code")), Refusal)(
        message, status, have if isinstance(have, int) else None, retry_after, request_id
    )
