"""What viewers enter, with a portal in its place."""

import unittest

from sheetwire.control_line import ControlLine, Refuse, TryAgain
from sheetwire.errors import Unreachable

TOPIC = "DEMO/PYTHON/ENTRIES"


def update(number, name="LIMIT", value="5"):
    return {"id": f"u{number}", "topic": TOPIC, "name": name, "value": value, "user": "DEMO/ann", "time": "t"}


class FakePortal:
    """Gives what was not acknowledged from its cursor on, and fails at the acknowledgements that it is told to."""

    def __init__(self, updates, faults=()):
        self.updates = updates
        self.faults = list(faults)
        self.acks = {}

    def call(self, path, body, **_):
        if path == "publish/open":
            return {"session": "s"}
        if path == "publish/controls":
            given = int(body["cursor"] or 0)
            return {"cursor": str(len(self.updates)), "updates": self.updates[given:]}
        fault = self.faults.pop(0) if self.faults else None
        if fault is not None:
            raise fault
        for one in body["acks"]:
            self.acks[one["id"]] = (one["status"], one.get("message", ""))
        return {}


def line_of(portal, handler):
    line = ControlLine(portal, TOPIC, "test", {"LIMIT": handler})
    line.open()
    return line


class Entries(unittest.TestCase):
    def test_an_acknowledgement_that_fails_takes_no_entry_that_came_with_it_away(self):
        portal = FakePortal([update(1), update(2), update(3)], faults=[None, Unreachable("down")])
        taken = []
        line = line_of(portal, lambda value, user: taken.append(value))
        self.assertRaises(Unreachable, line.poll)
        line.poll()
        self.assertEqual(sorted(portal.acks), ["u1", "u2", "u3"])
        # What came again was answered before: each was taken once.
        self.assertEqual(len(taken), 3)
        line.poll()
        self.assertEqual(len(taken), 3)

    def test_a_value_that_cannot_be_taken_is_not_sent_again_and_one_that_may_be_later_is(self):
        def handler(value, user):
            if value == "busy":
                raise TryAgain("The desk is busy; try again")
            if value == "broken":
                raise KeyError("rate")
            raise Refuse("Enter a number")

        portal = FakePortal([update(1, value="abc"), update(2, value="busy"), update(3, value="broken"), update(4, "NONE")])
        line_of(portal, handler).poll()
        self.assertEqual(
            portal.acks,
            {
                "u1": ("skip_retry", "Enter a number"),
                "u2": ("rejected", "The desk is busy; try again"),
                "u3": ("skip_retry", "KeyError: 'rate'"),
                "u4": ("skip_retry", "No program is answering this control right now"),
            },
        )


if __name__ == "__main__":
    unittest.main()
