"""The publisher with a portal and a workbook in its place."""

import pathlib
import sys
import threading
import time
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE.parents[1] / "python" / "src")]

from sheetwire.control_line import TryAgain, Update  # noqa: E402
from sheetwire.errors import (  # noqa: E402
    Busy,
    LeaseHeld,
    NotAllowed,
    NotSignedIn,
    RolledBack,
    TakenOver,
    Unreachable,
    UnreadableFile,
    WorkbookNeeded,
    WrongBaseVersion,
)
from sheetwire_office.cells import CellNow, Writing  # noqa: E402
from sheetwire_office.faults import Busy as OfficeBusy, Gone  # noqa: E402
from sheetwire_office.gathering import Gathering  # noqa: E402
from sheetwire_office.last_desk import LastDesk  # noqa: E402
from sheetwire_office.leaving import MOST, Leaving  # noqa: E402
from sheetwire_office.places import Area  # noqa: E402
from sheetwire_office.publisher import Copy, Publisher  # noqa: E402
from sheetwire_office.reading import Found, Known, Shape  # noqa: E402

TOPIC = "DEMO/UNIT/BOOK"
AREA = Area("S", 0, 0, 0, 0)


class FakePortal:
    """Answers as it is told, and remembers what was sent."""

    def __init__(self):
        self.sent = []
        self.faults = {}
        self.version = 0
        #: How often it says that a rollback is not released yet.
        self.holds = 0
        #: Publishes wait for approval.
        self.is_guarded = False
        self.polls = threading.Event()
        self.news = threading.Condition()

    def call(self, path, body, **_):
        if path == "publish/controls" and not self.faults.get(path):
            self.polls.wait(30)
            raise Unreachable("the test is over")
        return self._answer(path, body)

    def put(self, path, data, query, content_type, **_):
        return self._answer("publish/workbook", data.decode())

    def address_of(self, topic):
        return f"https://portal/{topic}"

    def _answer(self, path, body):
        with self.news:
            waiting = self.faults.get(path, [])
            fault = waiting.pop(0) if waiting else None
            self.sent.append((path, body))
            self.news.notify_all()
            if fault is not None:
                raise fault
            if path == "publish/open":
                return {"session": f"s{len(self.sent)}", "leaseMs": 30000}
            if path == "publishing/report":
                self.holds -= 1
                return {"held": {"version": 1}} if self.holds >= 0 else {}
            if self.is_guarded:
                held = {"version": self.version + 1, "sinceUtc": "t", "rules": []}
                return {"topic": TOPIC, "version": self.version, "time": "t", "changed": False, "held": held}
            self.version += 1
            return {"topic": TOPIC, "version": self.version, "time": "t", "changed": True, "notShown": []}


class FakeDesk:
    """One cell."""

    writing = Writing(("TRUE", "FALSE"), True)

    def __init__(self):
        self.value = 1.0
        self.looked = "plain"
        self.marks = "same"

    def read(self, known):
        shape = Shape((AREA,), self.marks)
        now = Known(shape, {AREA: ((self.value,),)})
        if known is None or known.shape != shape:
            return Found(now, None), 0.0
        cells = [] if known.rows == now.rows else [CellNow(0, 0, self.value, "shown")]
        return Found(now, {"S": cells}), 0.0

    def looks(self):
        return self.looked, 0.0

    def copy(self):
        copy = Copy(f"file {self.value} {self.marks}".encode(), {})
        known = Known(Shape((AREA,), self.marks), {AREA: ((self.value,),)})
        self.after_copy()
        return copy, known

    def after_copy(self):
        pass

    def enter(self, name, value, user):
        raise AssertionError("nothing is entered here")

    def close(self):
        def gone(*_):
            raise AssertionError("a workbook that is closed is asked nothing")

        self.read = self.looks = self.copy = gone


class PublisherCase(unittest.TestCase):
    def setUp(self):
        self.portal, self.desk, self.states, self.seen = FakePortal(), FakeDesk(), [], 0
        self.told = threading.Condition()
        self.publisher = self.make()
        self.addCleanup(self.portal.polls.set)
        self.addCleanup(lambda: self.publisher.close())

    def make(self, **options):
        # What is waited for here is an event, never a moment.
        pace = {"gathering": Gathering(0.0, 0.0), "looks_apart": 0.0}
        return Publisher(self.portal, TOPIC, self.desk, "unit", self.hear, **pace, **options)

    def hear(self, state):
        with self.told:
            self.states.append(state)
            self.told.notify_all()

    def until(self, kind):
        """The next state of this kind that was told."""

        def told():
            return [n for n, state in enumerate(self.states) if n >= self.seen and state.kind == kind]

        with self.told:
            self.assertTrue(self.told.wait_for(told, 20), self.states)
            self.seen = told()[0] + 1
            return self.states[self.seen - 1].words

    def until_sent(self, count, path=""):
        def of_path():
            return [one for one in self.portal.sent if one[0].startswith(path)]

        with self.portal.news:
            self.assertTrue(self.portal.news.wait_for(lambda: len(of_path()) >= count, 20), self.portal.sent)
        return of_path()

    def until_cell(self, value):
        def is_sent():
            path, body = self.portal.sent[-1]
            return path == "publish/values" and body["sheets"][0]["cells"] == [["A1", value, "shown"]]

        with self.portal.news:
            self.assertTrue(self.portal.news.wait_for(is_sent, 20), self.portal.sent)

    def change(self, value):
        self.desk.value = value
        self.publisher.changed()


class PublisherTest(PublisherCase):
    def test_the_file_comes_first_and_then_values(self):
        self.publisher.start()
        self.assertEqual(self.until("live"), "Version 1")
        self.change(2.0)
        sent = self.until_sent(1, "publish/values")
        self.assertEqual(
            sent[0][1], {"topic": TOPIC, "baseVersion": 1, "sheets": [{"name": "S", "cells": [["A1", 2, "shown"]]}]}
        )
        self.assertEqual([path for path, _ in self.portal.sent], ["publish/open", "publish/workbook", "publish/values"])

    def test_a_portal_that_needs_the_workbook_gets_it_and_another_structure_too(self):
        self.publisher.start()
        self.until("live")
        self.portal.faults["publish/values"] = [WorkbookNeeded("send it", 409)]
        self.change(2.0)
        self.assertEqual(self.until_sent(2, "publish/workbook")[-1][1], "file 2.0 same")
        self.desk.marks = "a row more"
        self.publisher.changed()
        self.assertEqual(self.until_sent(3, "publish/workbook")[-1][1], "file 2.0 a row more")

    def test_values_are_for_the_version_that_was_sent_from_here_whatever_others_published(self):
        self.publisher.start()
        self.until("live")
        self.portal.faults["publish/values"] = [WrongBaseVersion("Version 2 is there", 409, 2)]
        self.change(2.0)
        self.assertEqual(self.until_sent(2, "publish/workbook")[-1][1], "file 2.0 same")
        self.change(3.0)
        self.assertEqual([body["baseVersion"] for _, body in self.until_sent(2, "publish/values")], [1, 2])

    def test_a_fault_of_the_line_that_nobody_thought_of_ends_it_in_words(self):
        self.portal.faults["publish/controls"] = [KeyError("cursor")]
        self.publisher.start()
        self.assertEqual(self.until("ended"), "KeyError: 'cursor'")

    def test_a_value_that_changed_before_the_copy_and_went_back_after_it_is_sent(self):
        def looks():
            self.desk.value = 77.0
            return "plain", 0.0

        def after_copy():
            self.desk.value = 1.0
            self.publisher.changed()

        self.desk.looks, self.desk.after_copy = looks, after_copy
        self.publisher.start()
        self.assertEqual(self.until_sent(1, "publish/workbook")[0][1], "file 77.0 same")
        self.until_cell(1)

    def test_another_format_is_a_file_though_no_value_changed(self):
        self.publisher.start()
        self.until("live")
        self.desk.looked = "bold"
        self.publisher.changed()
        self.until_sent(2, "publish/workbook")

    def test_a_workbook_that_tells_of_no_change_is_read_again_and_again(self):
        self.publisher = self.make(reads_every=0.01)
        self.publisher.start()
        self.until("live")
        self.desk.value = 2.0
        self.until_cell(2)
        self.desk.value = 3.0
        self.until_cell(3)

    def test_a_spreadsheet_that_is_busy_is_said_and_read_again(self):
        self.publisher.start()
        self.until("live")
        busy, read = [OfficeBusy("LibreOffice is busy")], self.desk.read

        def once(known):
            if busy:
                raise busy.pop()
            return read(known)

        self.desk.read = once
        self.change(2.0)
        self.assertEqual(self.until("away"), "LibreOffice is busy")
        self.until("live")
        self.until_cell(2)

    def test_what_changed_while_the_portal_was_away_is_sent_once_it_is_back(self):
        self.publisher.start()
        self.until("live")
        self.portal.faults["publish/values"] = [Unreachable("no line"), Unreachable("no line")]
        self.change(2.0)
        self.assertEqual(self.until("away"), "no line")
        self.change(3.0)
        self.until("live")
        self.until_cell(3)

    def test_what_changed_while_the_report_was_on_hold_is_sent_after_its_release_without_an_edit(self):
        self.publisher.start()
        self.until("live")
        words = "ann rolled the report back to version 1 (Wrong prices). Publishing is on hold"
        self.portal.faults["publish/values"] = [RolledBack(words, 409)]
        self.portal.holds = 2
        self.change(2.0)
        self.assertEqual(self.until("held"), words)
        self.until("live")
        self.assertEqual([body for _, body in self.until_sent(2, "publish/workbook")][-1], "file 2.0 same")
        asked = [path for path, _ in self.portal.sent if path.startswith("publishing/")]
        self.assertEqual(len(asked), 3, "it is asked about, and no copy is sent to hear it again")

    def test_a_publish_that_waits_for_approval_is_told_as_such_until_one_goes_live(self):
        self.publisher.start()
        self.until("live")
        self.portal.is_guarded = True
        self.change(2.0)
        self.assertEqual(self.until("live"), "On hold: publish 2 is waiting for approval; viewers keep version 1")
        self.portal.is_guarded = False
        self.change(3.0)
        self.assertEqual(self.until("live"), "Version 2")

    def test_a_file_that_is_refused_is_said_and_the_next_change_is_tried(self):
        self.publisher.start()
        self.until("live")
        self.desk.marks = "too wide"
        self.portal.faults["publish/workbook"] = [UnreadableFile("Too many columns", 422)]
        self.publisher.changed()
        self.assertEqual(self.until("refused"), "Too many columns")
        self.desk.marks = "narrow"
        self.publisher.changed()
        self.until("live")

    def test_a_file_that_is_refused_is_not_sent_again_before_the_next_change(self):
        self.publisher.start()
        self.until("live")
        self.portal.faults["publish/workbook"] = [UnreadableFile("broken", 422)] * 50
        self.desk.marks = "another"
        self.publisher.changed()
        self.until("refused")
        with self.publisher._changed:
            self.assertTrue(self.publisher._changed.wait_for(lambda: self.publisher.is_at_rest, 20))
        self.assertEqual([path for path, _ in self.portal.sent].count("publish/workbook"), 2)

    def test_a_portal_that_is_busy_is_asked_again_after_the_time_that_it_names(self):
        self.publisher.start()
        self.until("live")
        self.portal.faults["publish/values"] = [Busy("busy", 503, None, 3600.0)]
        self.change(2.0)
        self.until("away")
        self.publisher.changed()
        with self.publisher._changed:
            due = self.publisher._due()
        self.assertGreater(due - time.monotonic(), 3000.0, "nor for a look at formats")

    def test_values_that_went_back_after_an_answer_was_lost_are_sent_again(self):
        self.publisher.start()
        self.until("live")
        self.portal.faults["publish/values"] = [Unreachable("no answer")]
        self.change(2.0)
        self.until("away")
        self.change(1.0)
        values = self.until_sent(2, "publish/values")
        self.assertEqual([body["sheets"][0]["cells"][0][1] for _, body in values], [2, 1])

    def test_a_key_that_is_revoked_and_a_right_that_is_lost_end_it_in_the_words_of_the_portal(self):
        for fault in (NotSignedIn("Log in first", 401), NotAllowed("You may not publish it", 403)):
            with self.subTest(fault=fault):
                self.portal.faults["publish/values"] = [fault]
                self.desk.value = 1.0
                self.publisher = self.make()
                self.publisher.start()
                self.until("live")
                self.change(2.0)
                self.assertEqual(self.until("ended"), str(fault))

    def test_who_was_taken_over_sends_nothing_more(self):
        self.publisher.start()
        self.until("live")
        self.portal.faults["publish/values"] = [TakenOver("taken over", 409)]
        self.portal.faults["publish/open"] = [LeaseHeld("held", 409)]
        self.change(2.0)
        self.assertIn("Another publisher has taken over", self.until("ended"))

    def test_a_lease_that_ran_out_while_the_machine_slept_is_taken_again_and_the_file_sent(self):
        self.publisher.start()
        self.until("live")
        self.portal.faults["publish/values"] = [TakenOver("no session", 409)]
        self.change(2.0)
        self.assertEqual(self.until_sent(2, "publish/workbook")[-1][1], "file 2.0 same")
        opened = self.until_sent(2, "publish/open")
        self.assertEqual([body.get("standby") for _, body in opened], [None, True])

    def test_a_standby_waits_until_the_publisher_is_gone(self):
        self.portal.faults["publish/open"] = [LeaseHeld("held", 409, None, 0.01)]
        self.publisher = self.make(standby=True)
        self.publisher.start()
        self.until("live")
        self.assertEqual([state.kind for state in self.states], ["standby", "live"])


class ClosingTest(PublisherCase):
    """The workbook is closed before its last change is with the portal."""

    def setUp(self):
        super().setUp()
        self.said = []
        self.leaving = Leaving(self.said.append)

    def goes_live(self):
        self.publisher.start()
        self.until("live")
        with self.publisher._changed:
            self.assertTrue(self.publisher._changed.wait_for(lambda: self.publisher.is_at_rest, 20))

    def closes(self):
        """As the document does: it is read once more, and never again."""
        known = self.publisher.known
        found, _ = self.desk.read(known)
        self.last = LastDesk(self.desk.writing, known, found, self.desk.looked, self.desk.copy()[0])
        self.desk.close()
        self.leaving.add(self.publisher, self.last)

    def sent(self):
        self.assertTrue(self.publisher.done.wait(20), self.publisher.state)
        return [(path[8:], body) for path, body in self.portal.sent if path in ("publish/workbook", "publish/values")]

    def test_the_last_change_goes_as_values_and_nothing_is_said(self):
        self.goes_live()
        self.desk.value = 5.0
        self.closes()
        path, body = self.sent()[-1]
        self.assertEqual([path, body["sheets"][0]["cells"]], ["values", [["A1", 5, "shown"]]])
        self.assertEqual([self.said, self.leaving.unsent(), self.publisher.unsent], [[], [], ""])

    def test_what_changed_in_looks_alone_goes_as_the_file(self):
        self.goes_live()
        self.desk.looked = "bold"
        self.closes()
        self.assertEqual(len(self.sent()), 2)

    def test_it_follows_what_is_on_its_way_however_long_that_takes(self):
        entered, gate, call = threading.Event(), threading.Event(), self.portal.call

        def slow(path, body, **more):
            if path == "publish/values":
                entered.set()
                gate.wait(20)
            return call(path, body, **more)

        self.goes_live()
        self.portal.call = slow
        self.change(2.0)
        self.assertTrue(entered.wait(20))
        self.desk.value = 3.0
        self.closes()
        self.assertEqual(self.leaving.unsent(), [self.words("the portal has not responded yet")])
        gate.set()
        self.assertEqual([path for path, _ in self.sent()], ["workbook", "values", "workbook"])
        self.assertEqual(self.sent()[-1][1], "file 3.0 same")

    def test_it_goes_once_the_portal_is_back_though_the_workbook_was_closed_long_before(self):
        self.goes_live()
        self.portal.faults["publish/values"] = [Unreachable("no line")]
        self.portal.faults["publish/workbook"] = [Unreachable("no line")]
        self.desk.value = 5.0
        self.closes()
        path, body = self.sent()[-1]
        self.assertEqual([path, body, self.said], ["workbook", "file 5.0 same", []])

    def test_a_workbook_that_was_closed_before_the_portal_was_reached_goes_whole(self):
        self.portal.faults["publish/open"] = [Unreachable("no line")]
        self.publisher.start()
        self.until("away")
        self.closes()
        self.assertEqual(self.sent(), [("workbook", "file 1.0 same")])

    def test_what_the_portal_refused_before_is_said_when_the_workbook_is_closed(self):
        self.goes_live()
        self.assertTrue(self.publisher.has_nothing_to_send)
        fault = UnreadableFile("Too many columns", 422)
        self.portal.faults["publish/workbook"] = self.portal.faults["publish/values"] = [fault] * 9
        self.desk.marks = "other"
        self.change(5.0)
        self.until("refused")
        with self.publisher._changed:
            self.assertTrue(self.publisher._changed.wait_for(lambda: self.publisher.is_at_rest, 20))
        self.assertFalse(self.publisher.has_nothing_to_send)
        self.closes()
        self.sent()
        self.assertEqual(self.said, [self.words("Too many columns")])

    def test_a_workbook_that_is_opened_again_and_goes_live_is_what_viewers_get_and_nothing_is_said(self):
        self.goes_live()
        self.portal.faults["publish/values"] = self.portal.faults["publish/workbook"] = [Unreachable("no line")] * 1000
        self.desk.value = 5.0
        self.closes()
        with self.publisher._changed:
            self.assertTrue(self.publisher._changed.wait_for(lambda: self.publisher.state.kind == "away", 20))
        self.leaving.give_way(TOPIC.lower())
        self.sent()
        self.assertEqual([self.said, self.leaving.unsent()], [[], []])

    def test_of_too_many_closed_workbooks_the_first_is_given_up_and_named(self):
        self.goes_live()
        self.portal.faults["publish/values"] = self.portal.faults["publish/workbook"] = [Unreachable("no line")] * 100000
        self.desk.value = 5.0
        self.closes()
        with self.publisher._changed:
            self.assertTrue(self.publisher._changed.wait_for(lambda: self.publisher.state.kind == "away", 20))
        first, others = self.publisher, []
        for _ in range(MOST):
            self.assertFalse(first.done.is_set() or self.said)
            other = self.make()
            others.append(other)
            self.leaving.add(other, self.last)
        self.assertEqual(self.said, [self.words("no line")])
        self.assertTrue(first.done.wait(20))
        for other in others:
            other.close()

    def test_a_reading_that_the_end_of_the_workbook_cuts_off_ends_nothing(self):
        self.goes_live()
        reading, cut = threading.Event(), threading.Event()

        def read(known):
            reading.set()
            cut.wait(20)
            raise Gone("The workbook is closed")

        whole, self.desk.read = self.desk.read, read
        self.change(2.0)
        self.assertTrue(reading.wait(20))
        self.desk.read = whole
        self.closes()
        cut.set()
        self.assertEqual(self.sent()[-1][1]["sheets"][0]["cells"], [["A1", 2, "shown"]])

    def test_what_the_portal_does_not_take_is_said(self):
        for kind, fault in {
            "refused": UnreadableFile("Too many columns", 422),
            "held": RolledBack("Publishing is on hold", 409),
            "ended": NotAllowed("You may not publish it", 403),
        }.items():
            with self.subTest(kind):
                self.setUp()
                self.goes_live()
                self.portal.faults["publish/workbook"] = self.portal.faults["publish/values"] = [fault] * 3
                self.desk.value, self.desk.marks = 5.0, "other"
                self.closes()
                self.sent()
                self.assertEqual([self.said, self.leaving.unsent()], [[self.words(str(fault))], []])

    def words(self, why):
        return f"The last changes of {TOPIC} have not been published: {why}. Open the workbook and press Live"


class LateEntriesTest(PublisherCase):
    """Answers that came after their viewers gave up."""

    def setUp(self):
        super().setUp()
        self.cell, self.is_busy, self.tried = [1], False, threading.Event()
        self.publisher._desk.enter = self.enter

    def enter(self, name, value, user):
        before, self.cell[0] = self.cell[0], value

        def take_back():
            self.tried.set()
            if self.is_busy:
                raise OfficeBusy("LibreOffice is busy")
            if self.cell[0] == value:
                self.cell[0] = before

        return take_back

    def entered(self, entry, value):
        self.publisher._enter(Update(entry, TOPIC, "CTL_X", value, "ann", "t"))

    def test_several_are_taken_back_once_libreoffice_is_free_and_publishing_goes_on(self):
        self.publisher.start()
        self.until("live")
        self.entered("one", 5)
        self.is_busy = True
        self.publisher._take_back("one")
        self.change(2.0)
        self.until_cell(2)
        self.assertEqual(self.cell, [5])
        self.is_busy = False
        with self.publisher._changed:
            self.assertTrue(self.publisher._changed.wait_for(lambda: not self.publisher._entries.are_late, 20))
        self.assertEqual(self.cell, [1])

    def test_what_is_entered_again_is_not_taken_back_with_what_came_too_late(self):
        self.entered("one", 5)
        self.is_busy = True
        self.publisher._take_back("one")
        with self.assertRaisesRegex(TryAgain, "LibreOffice is busy; try again"):
            self.entered("two", 5)
        self.is_busy = False
        self.entered("two", 5)
        self.publisher._take_back_late()
        self.assertEqual(self.cell, [5])

    def test_a_cell_that_went_keeps_no_other_from_being_taken_back(self):
        self.entered("one", 5)

        def gone():
            raise Gone("The workbook is closed")

        self.publisher._entries.entered("zero", gone)
        for entry in ("zero", "one"):
            self.publisher._entries.came_late(entry)
        self.publisher._take_back_late()
        self.assertEqual(self.cell, [1])


if __name__ == "__main__":
    unittest.main()
