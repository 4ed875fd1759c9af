"""The live report with a portal in its place."""

import threading
import unittest

from sheetwire.errors import RolledBack, Unreachable
from sheetwire.live_report import LiveReport

TOPIC = "DEMO/PYTHON/HELD"


class FakePortal:
    """Refuses cells as often as it is told, and remembers those that it took."""

    def __init__(self, refusals, held_for=0):
        self.refusals = refusals
        self.held_for = held_for
        self.asked = 0
        self.sent = 0
        self.taken = []
        self.is_over = threading.Event()

    def call(self, path, body, **_):
        if path == "reports/report":
            return {"version": 1}
        if path == "publish/open":
            return {"session": "s"}
        if path == "publish/controls":
            self.is_over.wait(30)
            raise Unreachable("the test is over")
        if path == "publishing/report":
            self.asked += 1
            return {"held": {"version": 4}} if self.asked < self.held_for else {}
        self.sent += 1
        if self.refusals:
            raise self.refusals.pop(0)
        self.taken += body["cells"]
        return {"topic": TOPIC, "version": 2, "time": "t", "changed": True}

    def address_of(self, topic):
        return topic


class OnHold(unittest.TestCase):
    def test_what_was_set_while_the_report_was_on_hold_is_sent_after_its_release(self):
        words = "ann rolled the report back to version 1. Publishing is on hold"
        portal = FakePortal([RolledBack(words, 409)], held_for=3)
        self.addCleanup(portal.is_over.set)
        states = []
        with LiveReport(TOPIC, portal, on_state=states.append) as report:
            report["Prices"]["B7"] = 1
            report.flush(20)
            self.assertEqual([(one["cell"], one["html"]) for one in portal.taken], [("B7", "1")])
        # What waits is sent once to hear of it, and once after the release.
        self.assertEqual((portal.asked, portal.sent), (3, 2))
        self.assertEqual(states[:3], ["live", f"on hold: {words}", "live"])


if __name__ == "__main__":
    unittest.main()
