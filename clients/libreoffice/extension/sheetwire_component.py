"""What LibreOffice makes of the extension: the commands of its menu and toolbar, and a job for documents and macros."""

import uno
import unohelper
from com.sun.star.frame import FeatureStateEvent, XDispatch, XDispatchProvider
from com.sun.star.lang import XInitialization, XServiceInfo
from com.sun.star.task import XJob

from sheetwire_office.office import COMMANDS, Office

PROTOCOL = "vnd.sheetwire:"
HANDLER = "com.sheetwire.libreoffice.Handler"
JOB = "com.sheetwire.libreoffice.Job"


class Command(unohelper.Base, XDispatch):
    """A menu item of one window."""

    def __init__(self, context, frame, name):
        self._office = Office.of(context)
        self._frame = frame
        self._name = name
        self._listeners = []

    def dispatch(self, _url, arguments):
        document = self._document()
        if document is None:
            return
        is_silent = any(one.Name == "Silent" and one.Value for one in arguments)
        self._office.run(self._name, document, None if is_silent else self._frame)

    def addStatusListener(self, listener, url):
        if not self._listeners:
            self._office.watch(self._tell_all)
        self._listeners.append((listener, url))
        self._tell(listener, url)

    def removeStatusListener(self, listener, _url):
        self._listeners = [one for one in self._listeners if one[0] != listener]
        if not self._listeners:
            self._office.unwatch(self._tell_all)

    def _document(self):
        controller = self._frame.getController() if self._frame is not None else None
        return self._office.document(controller.getModel() if controller is not None else None)

    def _tell_all(self):
        for listener, url in list(self._listeners):
            self._tell(listener, url)

    def _tell(self, listener, url):
        document = self._document()
        event = FeatureStateEvent()
        event.FeatureURL = url
        event.Source = self
        event.IsEnabled = document is not None
        if document is not None and self._name == "live":
            event.State = document.is_live
        elif document is not None and self._name == "status":
            event.State = document.words
        listener.statusChanged(event)


class Handler(unohelper.Base, XDispatchProvider, XInitialization, XServiceInfo):
    """Finds the command of an address such as vnd.sheetwire:live."""

    def __init__(self, context, *_arguments):
        self._context = context
        self._frame = None

    def initialize(self, arguments):
        self._frame = arguments[0] if arguments else None

    def queryDispatch(self, url, _target, _flags):
        name = url.Complete[len(PROTOCOL) :]
        if not url.Complete.startswith(PROTOCOL) or name not in COMMANDS:
            return None
        return Command(self._context, self._frame, name)

    def queryDispatches(self, requests):
        return tuple(self.queryDispatch(one.FeatureURL, one.FrameName, one.SearchFlags) for one in requests)

    def getImplementationName(self):
        return HANDLER

    def supportsService(self, name):
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self):
        return ("com.sun.star.frame.ProtocolHandler",)


class Job(unohelper.Base, XJob, XServiceInfo):
    """Runs when a document was opened; macros and programs call it with a Command and a Document."""

    def __init__(self, context, *_arguments):
        self._context = context

    def execute(self, arguments):
        office = Office.of(self._context)
        given = {one.Name: one.Value for one in arguments}
        if "Command" in given:
            document = office.document(given.get("Document"))
            return office.run(given["Command"], document) if document is not None else ""
        environment = {one.Name: one.Value for one in given.get("Environment", ())}
        office.opened(environment.get("Model"))
        return None

    def getImplementationName(self):
        return JOB

    def supportsService(self, name):
        return name in self.getSupportedServiceNames()

    def getSupportedServiceNames(self):
        return ("com.sun.star.task.Job",)


g_ImplementationHelper = unohelper.ImplementationHelper()
g_ImplementationHelper.addImplementation(Handler, HANDLER, ("com.sun.star.frame.ProtocolHandler",))
g_ImplementationHelper.addImplementation(Job, JOB, ("com.sun.star.task.Job",))
