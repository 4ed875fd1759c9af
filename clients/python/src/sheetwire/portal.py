"""Calls to a portal over HTTP, with nothing but the standard library."""

from __future__ import annotations

import gzip
import http.client
import json
import os
import random
import time
import urllib.error
import urllib.parse
import urllib.request
from typing import Any, Callable, Dict, Mapping, NoReturn, Optional, Tuple

from .errors import Refusal, SettingsError, Unreachable, refusal_of

#: Seconds that one answer may take.
ANSWER = 60.0
#: Seconds for which a call that met a lost line or a busy portal is tried again.
RETRY = 30.0
#: Bytes of an answer that are read at most.
MOST_ANSWER = 256 * 1024 * 1024
#: Bodies from this size on are packed.
PACKED_FROM = 1024

_WAITS = frozenset((429, 502, 503, 504))
_HERE = frozenset(("127.0.0.1", "::1", "localhost"))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """A key goes to the portal that was named, and nowhere else."""

    def redirect_request(self, req: Any, fp: Any, code: int, msg: str, headers: Any, newurl: str) -> NoReturn:
        raise Unreachable(f"The portal's address redirects to {_origin(newurl)}; use that address as SHEETWIRE_URL")


class Portal:
    """A portal and the key to it.

    :param url: its address; ``SHEETWIRE_URL`` when left out. Plain ``http`` only for this machine.
    :param key: an API key; ``SHEETWIRE_KEY`` when left out.
    :param publish_secret: for a report that has one; ``SHEETWIRE_PUBLISH_SECRET`` when left out.
    :param view_secret: for reading a report that has one; ``SHEETWIRE_VIEW_SECRET`` when left out.
    :raises SettingsError: the address or the key is missing or cannot be used.
    """

    def __init__(
        self,
        url: Optional[str] = None,
        key: Optional[str] = None,
        *,
        publish_secret: Optional[str] = None,
        view_secret: Optional[str] = None,
        retry: float = RETRY,
        now: Callable[[], float] = time.monotonic,
        rest: Callable[[float], None] = time.sleep,
    ) -> None:
        self.url = _checked_address(url if url is not None else os.environ.get("SHEETWIRE_URL", ""))
        self._key = _checked_header("key", key if key is not None else os.environ.get("SHEETWIRE_KEY", ""))
        if not self._key:
            raise SettingsError("Set SHEETWIRE_KEY to an API key of the portal, or pass key=…")
        secrets = {
            "X-Sheetwire-Publish-Secret": (publish_secret, "SHEETWIRE_PUBLISH_SECRET"),
            "X-Sheetwire-View-Secret": (view_secret, "SHEETWIRE_VIEW_SECRET"),
        }
        self._secrets: Dict[str, str] = {}
        for header, (given, variable) in secrets.items():
            secret = given if given is not None else os.environ.get(variable, "")
            if secret:
                self._secrets[header] = _checked_header(variable, secret)
        self._retry = retry
        self._now = now
        self._rest = rest
        # Plain http is for this machine: a proxy of the environment would read the key.
        is_here = urllib.parse.urlsplit(self.url).hostname in _HERE
        own = [urllib.request.ProxyHandler({})] if is_here else []
        self._opener = urllib.request.build_opener(_NoRedirect(), *own)

    def __repr__(self) -> str:
        return f"Portal({self.url!r})"

    def call(
        self,
        path: str,
        body: Mapping[str, Any],
        *,
        retry: Optional[float] = None,
        answer: float = ANSWER,
        session: str = "",
    ) -> Any:
        """Calls ``/api/v1/{path}/`` with a JSON body; the answer is its JSON."""
        data = json.dumps(body, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()
        headers = {"Content-Type": "application/json"}
        if session:
            headers["X-Sheetwire-Session"] = session
        if len(data) >= PACKED_FROM:
            data = gzip.compress(data, compresslevel=6)
            headers["Content-Encoding"] = "gzip"
        return self._until("POST", f"/api/v1/{path}/", data, headers, retry, answer)

    def put(
        self,
        path: str,
        data: bytes,
        query: Mapping[str, str],
        content_type: str,
        *,
        retry: Optional[float] = None,
        session: str = "",
    ) -> Any:
        """Sends a file's bytes to ``/api/v1/{path}``; the answer is its JSON."""
        headers = {"Content-Type": content_type}
        if session:
            headers["X-Sheetwire-Session"] = session
        text = urllib.parse.urlencode(query, quote_via=urllib.parse.quote)
        address = f"/api/v1/{path}" + (f"?{text}" if text else "")
        return self._until("PUT", address, data, headers, retry, ANSWER)

    def address_of(self, topic: str) -> str:
        """Where people open the report."""
        return f"{self.url}/" + "/".join(urllib.parse.quote(part) for part in topic.split("/"))

    def _until(
        self, method: str, address: str, data: bytes, headers: Dict[str, str], retry: Optional[float], answer: float
    ) -> Any:
        """Tries again while the line is lost or the portal asks to wait; equal content is one version."""
        until = self._now() + (self._retry if retry is None else retry)
        attempt = 0
        while True:
            try:
                return self._once(method, address, data, headers, answer)
            except (Refusal, Unreachable) as fault:
                pause = _pause_after(fault, attempt)
                attempt += 1
                if pause is None or self._now() + pause > until:
                    raise
            self._rest(pause)

    def _once(self, method: str, address: str, data: bytes, headers: Dict[str, str], answer: float) -> Any:
        request = urllib.request.Request(self.url + address, data=data, method=method)
        for name, value in {**headers, **self._secrets}.items():
            request.add_header(name, value)
        # Not sent on by anything that follows an answer elsewhere.
        request.add_unredirected_header("Authorization", f"Bearer {self._key}")
        try:
            with self._opener.open(request, timeout=answer) as response:
                return _json_of(response.read(MOST_ANSWER + 1), self.url)
        except urllib.error.HTTPError as refused:
            with refused:
                raise _refusal(refused) from None
        except (urllib.error.URLError, http.client.HTTPException, OSError) as fault:
            reason = getattr(fault, "reason", fault)
            raise Unreachable(f"{self.url} cannot be reached: {reason}") from fault


def _refusal(refused: urllib.error.HTTPError) -> Exception:
    try:
        body = json.loads(refused.read(64 * 1024))
    except (ValueError, OSError, http.client.HTTPException):
        body = None
    return refusal_of(
        refused.code, body, _seconds(refused.headers.get("Retry-After")), refused.headers.get("X-Request-Id")
    )


def _seconds(text: Optional[str]) -> Optional[float]:
    return float(text) if text is not None and text.strip().isdigit() else None


def _json_of(data: bytes, url: str) -> Any:
    if len(data) > MOST_ANSWER:
        raise Unreachable(f"The response from {url} is larger than {MOST_ANSWER // 1024 // 1024} MiB")
    try:
        return json.loads(data)
    except ValueError:
        raise Unreachable(f"{url} is not a Sheetwire portal") from None


def _pause_after(fault: Exception, attempt: int) -> Optional[float]:
    """Seconds until the next attempt; None for what another attempt does not mend."""
    if isinstance(fault, Refusal) and fault.status not in _WAITS:
        return None
    step = min(8.0, 0.5 * 2.0 ** min(attempt, 10)) * (0.5 + random.random() / 2)
    return max(step, getattr(fault, "retry_after", None) or 0.0)


def _origin(url: str) -> str:
    """Without a user and password, which are told to nobody."""
    parts = urllib.parse.urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _checked_address(url: str) -> str:
    if not url:
        raise SettingsError("Set SHEETWIRE_URL to the portal's address, https://…, or pass url=…")
    url = url.strip()
    try:
        parts = urllib.parse.urlsplit(url)
        _ = parts.port  # Refuses what is no number.
    except ValueError:
        raise SettingsError("The portal's address cannot be read; it begins with https://") from None
    if any(letter <= " " or letter == "\x7f" for letter in url):
        raise SettingsError("The portal's address contains a blank or a line break; copy it again")
    if parts.scheme not in ("http", "https") or not parts.hostname or parts.query or parts.fragment or parts.username:
        raise SettingsError(f"{_origin(url)} is not the address of a portal; it begins with https://")
    is_safe = parts.scheme == "https" or parts.hostname in _HERE or os.environ.get("SHEETWIRE_INSECURE_HTTP") == "1"
    if not is_safe:
        raise SettingsError(
            f"A key is sent over https only: use https://{parts.netloc}, or set SHEETWIRE_INSECURE_HTTP=1"
        )
    return url.rstrip("/")


def _checked_header(name: str, value: str) -> str:
    """A header's value; what a file's last line end left is cut."""
    text = value.strip()
    if not all(" " <= letter <= "~" for letter in text):
        raise SettingsError(f"{name} contains a character that is not allowed in it; copy it again")
    return text


def split_topic(topic: str) -> Tuple[str, str, str]:
    """The entity, group and report of ``ENTITY/GROUP/REPORT``."""
    parts = topic.strip().split("/")
    if len(parts) != 3 or not all(part.strip() for part in parts):
        raise ValueError(f"{topic!r} is not a report; write ENTITY/GROUP/REPORT")
    return parts[0], parts[1], parts[2]
