"""The portal's address and the key: from the environment, or kept in LibreOffice's profile and password container."""

from __future__ import annotations

import json
import os
from typing import Any, Optional

import unohelper

from sheetwire.portal import Portal

_USER = "sheetwire"
_FILE = "sheetwire.json"


class Settings:
    """What is set for all documents."""

    def __init__(self, context: Any) -> None:
        self._context = context

    @property
    def url(self) -> str:
        """The portal's address; empty where nobody set it."""
        return (os.environ.get("SHEETWIRE_URL") or self._kept_url()).rstrip("/")

    @property
    def is_from_environment(self) -> bool:
        """The environment says which portal, and nothing that is entered counts."""
        return bool(os.environ.get("SHEETWIRE_URL"))

    @property
    def key(self) -> str:
        """The key to this portal; empty where there is none."""
        return os.environ.get("SHEETWIRE_KEY") or self.secret(_USER)

    def portal(self, topic: str) -> Portal:
        """The portal, for this report; raises SettingsError with what to set."""
        secret = os.environ.get("SHEETWIRE_PUBLISH_SECRET") or self.secret(topic)
        return Portal(self.url, self.key, publish_secret=secret)

    def secret(self, user: str) -> str:
        """A secret of the present portal from the password container."""
        if not self.url:
            return ""
        found = self._container().findForName(self.url, user, self._asker())
        passwords = [word for one in found.UserList if one.UserName == user for word in one.Passwords]
        return passwords[0] if passwords else ""

    def set_url(self, url: str) -> None:
        """Keeps the portal's address."""
        with open(self._path(), "w", encoding="utf-8") as file:
            json.dump({"url": url.strip().rstrip("/")}, file)

    def set_key(self, key: str, *, remember: bool) -> None:
        """Keeps the key, until LibreOffice is closed or for good."""
        self.set_secret(_USER, key, remember=remember)

    def set_secret(self, user: str, secret: str, *, remember: bool) -> None:
        """Keeps a secret of the present portal; an empty one is forgotten."""
        container = self._container()
        if not secret:
            self._forget(container, user)
            return
        if remember and not container.isPersistentStoringAllowed():
            # What "Save passwords permanently" of LibreOffice's options does, without a master password.
            container.allowPersistentStoring(True)
            container.useDefaultMasterPassword(self._asker())
        add = container.addPersistent if remember else container.add
        add(self.url, user, (secret,), self._asker())

    @property
    def remembers(self) -> bool:
        """LibreOffice keeps passwords for good."""
        return bool(self._container().isPersistentStoringAllowed())

    def _forget(self, container: Any, user: str) -> None:
        if not self.secret(user):
            return
        container.remove(self.url, user)
        if container.isPersistentStoringAllowed():
            container.removePersistent(self.url, user)

    def _kept_url(self) -> str:
        try:
            with open(self._path(), encoding="utf-8") as file:
                kept = json.load(file)
        except (FileNotFoundError, ValueError):
            return ""
        url = kept.get("url") if isinstance(kept, dict) else None
        return url if isinstance(url, str) else ""

    def _path(self) -> str:
        paths = self._service("com.sun.star.util.PathSubstitution")
        return os.path.join(unohelper.fileUrlToSystemPath(paths.getSubstituteVariableValue("$(user)")), _FILE)

    def _container(self) -> Any:
        return self._service("com.sun.star.task.PasswordContainer")

    def _asker(self) -> Optional[Any]:
        return self._service("com.sun.star.task.InteractionHandler")

    def _service(self, name: str) -> Any:
        return self._context.ServiceManager.createInstanceWithContext(name, self._context)
