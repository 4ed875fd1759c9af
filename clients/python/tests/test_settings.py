"""What is refused before anything is sent."""

import datetime
import http.server
import os
import threading
import unittest
from unittest import mock

from sheetwire import Portal, SettingsError, Unreachable, read
from sheetwire.portal import split_topic
from sheetwire.reading import Page, ReadCell


@mock.patch.dict(os.environ, {}, clear=True)
class Settings(unittest.TestCase):
    def test_a_missing_address_or_key_is_named(self):
        with self.assertRaisesRegex(SettingsError, "SHEETWIRE_URL"):
            Portal()
        with self.assertRaisesRegex(SettingsError, "SHEETWIRE_KEY"):
            Portal("https://portal.example")

    def test_a_key_goes_over_https_only_but_on_this_machine(self):
        with self.assertRaisesRegex(SettingsError, "https only"):
            Portal("http://portal.example", "swk_1")
        Portal("http://127.0.0.1:8080", "swk_1")
        with mock.patch.dict(os.environ, {"SHEETWIRE_INSECURE_HTTP": "1"}):
            Portal("http://portal.example", "swk_1")

    def test_an_address_that_is_none_is_refused(self):
        for address in (
            "portal.example",
            "ftp://portal.example",
            "https://",
            "https://me:pw@portal.example",
            "https://a/?b",
            "https://portal.example:443x",
            "https://[::1",
            "https://portal\n.example",
            "https://portal.example/a b",
        ):
            with self.assertRaises(SettingsError):
                Portal(address, "swk_1")

    def test_the_line_end_of_a_file_is_no_part_of_an_address(self):
        self.assertEqual(Portal(" https://portal.example/\r\n", "swk_1").url, "https://portal.example")

    def test_a_password_in_an_address_is_not_said_again(self):
        with self.assertRaises(SettingsError) as refused:
            Portal("https://me:swk_secret@portal.example", "swk_1")
        self.assertNotIn("swk_secret", str(refused.exception))

    def test_a_key_with_a_line_end_inside_is_refused(self):
        for key in ("swk_1\r\nX: y", "swk_ü"):
            with self.assertRaisesRegex(SettingsError, "copy it again"):
                Portal("https://portal.example", key)

    def test_the_key_is_not_shown(self):
        self.assertNotIn("swk_secret", repr(Portal("https://portal.example", "swk_secret")))

    def test_what_does_not_answer_is_tried_for_its_time_and_named(self):
        now = [0.0]
        pauses = []

        def rest(seconds):
            pauses.append(seconds)
            now[0] += seconds

        portal = Portal("http://127.0.0.1:1", "swk_1", now=lambda: now[0], rest=rest)
        with self.assertRaisesRegex(Unreachable, "cannot be reached"):
            portal.call("publish/report", {})
        self.assertGreater(len(pauses), 3)
        self.assertLessEqual(sum(pauses), 30)

    def test_a_report_has_three_names(self):
        self.assertEqual(split_topic("ACME/RATES/DAILY"), ("ACME", "RATES", "DAILY"))
        for topic in ("ACME/RATES", "ACME//DAILY", "A/B/C/D"):
            self.assertRaises(ValueError, split_topic, topic)

    def test_only_a_day_or_a_moment_can_be_read(self):
        portal = Portal("http://127.0.0.1:1", "swk_1", retry=0)
        naive = datetime.datetime(2026, 11, 20, 9)
        for at in ("yesterday", "2026-11-31", naive, "2026-11-20T14:32:05", "2026-11-20T99:00Z", 0, True, 1.5):
            with self.assertRaises(ValueError):
                read("ACME/RATES/DAILY", at=at, portal=portal)


class _Proxy(http.server.BaseHTTPRequestHandler):
    """Remembers what it is told."""

    def do_POST(self):
        self.server.heard.append(self.headers.get("Authorization"))
        self.send_error(502)

    def log_message(self, *_):
        """A test says nothing."""


class Proxies(unittest.TestCase):
    def setUp(self):
        self.proxy = http.server.HTTPServer(("127.0.0.1", 0), _Proxy)
        self.proxy.heard = []
        thread = threading.Thread(target=self.proxy.serve_forever, args=(0.01,), daemon=True)
        thread.start()
        self.addCleanup(self.proxy.server_close)
        self.addCleanup(self.proxy.shutdown)
        self.address = f"http://127.0.0.1:{self.proxy.server_port}"

    def test_a_key_for_this_machine_is_told_to_no_proxy(self):
        with mock.patch.dict(os.environ, {"http_proxy": self.address, "no_proxy": ""}):
            portal = Portal("http://127.0.0.1:1", "swk_1", retry=0)
            self.assertRaises(Unreachable, portal.call, "publish/report", {})
        self.assertEqual(self.proxy.heard, [])

    def test_a_proxy_of_the_environment_is_used_for_another_machine(self):
        environment = {"http_proxy": self.address, "no_proxy": "", "SHEETWIRE_INSECURE_HTTP": "1"}
        with mock.patch.dict(os.environ, environment):
            portal = Portal("http://portal.example", "swk_1", retry=0)
            self.assertRaisesRegex(Exception, "502", portal.call, "publish/report", {})
        self.assertEqual(self.proxy.heard, ["Bearer swk_1"])


class OnePortal:
    """Has one report."""

    def call(self, path, body, **_):
        cell = "<table><tr><td data-cell=\"A1\" data-num>7</td></tr></table>"
        names = ["Wow!", "Ann's", "Hers'", "'Q'"]
        return {"pages": [cell] * len(names), "pageNames": names, "version": 1}


class Places(unittest.TestCase):
    def test_a_page_is_read_by_its_name_whatever_signs_are_in_it(self):
        for what in ("Wow!!A1", "Ann's!A1", "'Ann''s'!A1", "Hers'!A1", "'''Q'''!A1"):
            self.assertEqual(read("ACME/RATES/DAILY", what, portal=OnePortal()), 7, what)
        self.assertEqual(read("ACME/RATES/DAILY", "Wow!", portal=OnePortal()).name, "Wow!")
        with self.assertRaisesRegex(ValueError, "not the address"):
            read("ACME/RATES/DAILY", "Ann's!seven", portal=OnePortal())


class Areas(unittest.TestCase):
    def test_an_area_is_rows_and_a_cell_is_a_value(self):
        cells = {"A1": ReadCell("Region", False), "B2": ReadCell("1,240.50", True), "C2": ReadCell("(3)", True)}
        page = Page("Sales", "", cells)
        self.assertEqual(page["B2"], 1240.5)
        self.assertEqual(page["$b$2"], 1240.5)
        self.assertEqual(page["B2:A1"], [["Region", None], [None, 1240.5]])
        # Text that can be read in two ways stays text.
        self.assertEqual(page["C2"], "(3)")
        self.assertEqual(page.rows(), [["Region", None, None], [None, 1240.5, "(3)"]])
        for area in ("", "7B", "A0", "A1:", "A1:XFD1048576", "Sales!A1"):
            with self.assertRaises(ValueError):
                page[area]


if __name__ == "__main__":
    unittest.main()
