"""The live report with a portal in its place."""

import queue
import threading
import unittest

from sheetwire.errors import LineEnded, NotAllowed, NotSignedIn, RolledBack, TakenOver, Unreachable, WrongBaseVersion
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
        #: Lets a poll come back with nothing; a count of those that began.
        self.polls = None
        self.polled = threading.Semaphore(0)
        #: Answers that tell of a publish that waits for approval.
        self.waiting = []
        #: Of the publishes, in their order.
        self.sessions = []

    def call(self, path, body, session="", **_):
        if path == "reports/report":
            return {"version": 1}
        if path == "publish/open":
            return {"session": "s"}
        if path == "publish/controls":
            self.polled.release()
            if self.polls is not None and self.polls.get():
                return {"cursor": "", "updates": []}
            self.is_over.wait(30)
            raise Unreachable("the test is over")
        if path == "publishing/report":
            self.asked += 1
            return {"held": {"version": 4}} if self.asked < self.held_for else {}
        self.sent += 1
        self.sessions.append(session)
        if self.refusals:
            raise self.refusals.pop(0)
        self.taken += body["cells"] if "cells" in body else [one["html"] for one in body["pages"]]
        held = {"held": self.waiting.pop(0)} if self.waiting else {}
        return {"topic": TOPIC, "version": 2, "time": "t", "changed": not held, **held}

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

    def test_a_publish_that_waits_for_approval_is_told_as_such_until_one_goes_live(self):
        portal = FakePortal([])
        portal.waiting = [{"version": 3, "sinceUtc": "2026-11-28T12:00:00Z", "rules": []}]
        self.addCleanup(portal.is_over.set)
        states = []
        with LiveReport(TOPIC, portal, on_state=states.append) as report:
            report["Prices"]["B7"] = 1
            held = report.flush(20)
            report["Prices"]["B7"] = 2
            live = report.flush(20)
        self.assertEqual([held.waits, held.version, live.waits], [3, 2, None])
        self.assertIn("publish 3 is waiting for approval", held._repr_html_())
        self.assertEqual(states[:3], ["live", "on hold: publish 3 is waiting for approval", "live"])


    def test_cells_that_the_portal_takes_only_with_the_whole_report_wait_for_it_and_say_so(self):
        portal = FakePortal([WrongBaseVersion("The report has changed", 409, have=1) for _ in range(9)])
        portal.polls = queue.Queue()
        self.addCleanup(portal.is_over.set)
        self.addCleanup(portal.polls.put, False)
        states = []
        with LiveReport(TOPIC, portal, on_state=states.append) as report:
            report["Prices"]["B7"] = 1
            with self.assertRaisesRegex(WrongBaseVersion, "publish the whole report"):
                report.flush(20)
            self.assertEqual(portal.sent, 1)
            self.assertTrue(portal.polled.acquire(timeout=20))
            portal.polls.put(True)
            self.assertTrue(portal.polled.acquire(timeout=20))
            self.assertTrue(report.state.startswith("on hold: "), report.state)
            portal.refusals = []
            report.publish([["Price"]])
            report.flush(20)
        self.assertEqual([state.split(":")[0] for state in states[:3]], ["live", "on hold", "live"])
        self.assertEqual(len(portal.taken), 1)

    def test_another_publishers_version_is_gone_on_from(self):
        portal = FakePortal([WrongBaseVersion("The report has changed", 409, have=5)])
        self.addCleanup(portal.is_over.set)
        with LiveReport(TOPIC, portal) as report:
            report["Prices"]["B7"] = 1
            report.flush(20)
        self.assertEqual([one["cell"] for one in portal.taken], ["B7"])


class Ends(unittest.TestCase):
    """What ends a live report is said in the words of the portal, and every later change is refused with them."""

    def ends_with(self, fault):
        portal = FakePortal([fault])
        self.addCleanup(portal.is_over.set)
        with self.assertRaisesRegex(LineEnded, str(fault)):
            with LiveReport(TOPIC, portal) as report:
                report["Prices"]["B7"] = 1
                report.flush(20)
        self.assertEqual((report.state, portal.taken), (f"ended: {fault}", []))
        self.assertRaisesRegex(LineEnded, str(fault), report.set, "Prices", {"B7": 2})

    def test_a_key_that_is_revoked_ends_it_in_words(self):
        self.ends_with(NotSignedIn("Log in first", 401))

    def test_a_right_that_is_lost_ends_it_in_words(self):
        self.ends_with(NotAllowed("You don't have rights to publish DEMO/PYTHON/HELD; ask one of its admins", 403))

    def test_a_session_that_ended_while_the_machine_slept_ends_it_in_words(self):
        words = "Another publisher has taken over, or the session has ended; open a new one"
        self.ends_with(TakenOver(words, 409))


class Whole(unittest.TestCase):
    """The whole report, published while it is live."""

    def setUp(self):
        self.portal = FakePortal([])
        self.addCleanup(self.portal.is_over.set)

    def test_it_is_published_as_it_was_when_it_was_given(self):
        self.portal.refusals = [Unreachable("down")]
        is_down = threading.Event()
        with LiveReport(TOPIC, self.portal, on_state=lambda state: state.startswith("away") and is_down.set()) as report:
            rows = [["Price"], [1]]
            report.publish({"Prices": rows})
            self.assertTrue(is_down.wait(20))
            rows[1][0] = 2
            report.flush(20)
        self.assertIn(">1<", self.portal.taken[0])

    def test_it_counts_only_while_the_lease_is_held(self):
        with LiveReport(TOPIC, self.portal) as report:
            report.publish([["Price"]])
            report.flush(20)
            self.assertEqual(self.portal.sessions, ["s"])
            self.portal.refusals = [TakenOver("Another publisher has taken over", 409)]
            report.publish([["Other"]])
            self.assertRaises(LineEnded, report.flush, 20)
            # What did not go out is never sent, and was told: the context has nothing to add.
            self.assertRaises(LineEnded, report.set, "Prices", {"B7": 1})
            self.assertEqual(len(self.portal.taken), 1)
            # Until the last attempt is over it counts as under way.
            report._threads[0].join(20)
            report._whole = None

    def test_what_cannot_be_published_is_said_where_it_is_given(self):
        with LiveReport(TOPIC, self.portal) as report:
            self.assertRaises(TypeError, report.publish, 5)
            self.assertRaisesRegex(ValueError, "Prices!B7", report.set, "Prices", {"B7": "half \ud83d"})
            report["Prices"]["B7"] = 1
            report.flush(20)


class Faults(unittest.TestCase):
    def test_a_fault_that_nobody_thought_of_is_said_and_what_waits_is_not_waited_for(self):
        portal = FakePortal([KeyError("version")])
        self.addCleanup(portal.is_over.set)
        with self.assertRaisesRegex(LineEnded, "KeyError"):
            with LiveReport(TOPIC, portal) as report:
                report["Prices"]["B7"] = 1
                report.flush(20)
        self.assertTrue(report.state.startswith("ended: KeyError"), report.state)

    def test_a_fault_of_the_program_that_is_told_the_state_is_said(self):
        portal = FakePortal([Unreachable("down")])
        self.addCleanup(portal.is_over.set)

        def told(state):
            if state.startswith("away"):
                raise ValueError("no room")

        with self.assertRaisesRegex(LineEnded, "on_state raised ValueError: no room"):
            with LiveReport(TOPIC, portal, on_state=told) as report:
                report["Prices"]["B7"] = 1
                report.flush(5)


if __name__ == "__main__":
    unittest.main()
