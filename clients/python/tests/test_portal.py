"""Against a portal that runs: SHEETWIRE_URL and SHEETWIRE_KEY name it."""

import datetime
import os
import pathlib
import tempfile
import threading
import unittest
import uuid

import sheetwire as sw
from sheetwire import errors

try:
    import openpyxl
except ImportError:
    openpyxl = None
try:
    import pandas
except ImportError:
    pandas = None


def new_topic():
    return f"DEMO/PYTHON/T{uuid.uuid4().hex[:10].upper()}"


@unittest.skipUnless(os.environ.get("SHEETWIRE_URL"), "no portal is named by SHEETWIRE_URL")
class OnPortal(unittest.TestCase):
    def setUp(self):
        self.topic = new_topic()

    def test_rows_are_published_and_read_back(self):
        first = sw.publish(self.topic, [["Region", "Sales"], ["North", 1240.5]], metadata={"Source": "tests"})
        self.assertEqual((first.version, first.changed), (1, True))
        self.assertIn(f'href="{first.url}"', first._repr_html_())
        again = sw.publish(self.topic, [["Region", "Sales"], ["North", 1240.5]], metadata={"Source": "tests"})
        self.assertEqual((again.version, again.changed), (1, False))
        report = sw.read(self.topic)
        self.assertEqual(report.metadata, {"Source": "tests"})
        name = self.topic.split("/")[-1]
        self.assertEqual(sw.read(self.topic, f"{name}!B2"), 1240.5)
        self.assertEqual(report[name]["A1:B2"], [["Region", "Sales"], ["North", 1240.5]])
        with self.assertRaisesRegex(KeyError, "no page 'Other'"):
            sw.read(self.topic, "Other!A1")

    def test_pages_by_name_and_html_are_published(self):
        sw.publish(self.topic, {"Rows": [["a", 1]], "Text": "<h1>News</h1>", "Columns": {"x": [1, 2]}})
        report = sw.read(self.topic)
        self.assertEqual([*report.pages][:3], ["Rows", "Text", "Columns"])
        self.assertIn("News", report["Text"].html)
        self.assertEqual(report["Columns"]["A3"], 2)

    def test_a_csv_file_is_published_by_its_path(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "sales.csv")
            path.write_text("Region,Sales\nNorth,1240\n")
            sent = sw.publish(self.topic, path)
            self.assertEqual(sw.publish(self.topic, str(path)).version, sent.version)
        page = next(iter(sw.read(self.topic).pages.values()))
        self.assertEqual(page["B2"], 1240)

    def test_a_broken_workbook_is_refused_in_words_and_changes_nothing(self):
        sw.publish(self.topic, [["good"]])
        with self.assertRaises(errors.UnreadableFile) as refused:
            sw.publish(self.topic, b"PK\x03\x04 broken")
        self.assertEqual(refused.exception.status, 422)
        self.assertEqual(sw.read(self.topic).version, 1)

    def test_who_may_not_publish_is_told(self):
        with self.assertRaises(errors.NotSignedIn):
            sw.publish(self.topic, [["a"]], portal=sw.Portal(key="swk_" + "0" * 43))
        with self.assertRaises(errors.NotFound):
            sw.read(self.topic)

    def test_a_day_before_the_first_snapshot_has_nothing(self):
        sw.publish(self.topic, [["a"]])
        with self.assertRaisesRegex(errors.NotFound, "on or before 1999-12-31"):
            sw.read(self.topic, at="1999-12-31")

    def test_a_moment_reads_the_report_as_it_was(self):
        sw.publish(self.topic, [["old"]])
        sw.publish(self.topic, [["new"]])
        first = sw.read(self.topic, at=1)
        self.assertEqual((first.version, [page["A1"] for page in first.pages.values()]), (1, ["old"]))
        published = datetime.datetime.strptime(first.time + "000", "%Y%m%d%H%M%S%f").replace(tzinfo=datetime.timezone.utc)
        self.assertEqual(sw.read(self.topic, at=published).version, 1)
        self.assertEqual(sw.read(self.topic, at=published.astimezone().isoformat()).version, 1)
        self.assertEqual(sw.read(self.topic, at="2999-01-01T00:00:00Z").version, 2)
        with self.assertRaisesRegex(errors.NotFound, "at 1999-12-31T00:00:00.000Z"):
            sw.read(self.topic, at="1999-12-31T00:00:00Z")

    @unittest.skipIf(openpyxl is None, "openpyxl is not installed")
    def test_an_openpyxl_workbook_keeps_its_formats(self):
        book = openpyxl.Workbook()
        sheet = book.active
        sheet.title = "Prices"
        sheet["A1"] = 1240.5
        sheet["A1"].number_format = "#,##0.00"
        book.create_sheet("Other")["A1"] = "not sent"
        sw.publish(self.topic, book, sheets=["Prices"])
        report = sw.read(self.topic)
        self.assertNotIn("Other", report.pages)
        self.assertEqual(report["Prices"].cells["A1"].text, "1,240.50")

    @unittest.skipIf(pandas is None, "pandas is not installed")
    def test_a_frame_and_its_styler_are_published(self):
        frame = pandas.DataFrame({"Region": ["North", "South"], "Sales": [1240.5, 980.0]})
        sw.publish(self.topic, frame)
        back = next(iter(sw.read(self.topic).pages.values())).to_frame()
        self.assertEqual(back.to_dict("list"), {"Region": ["North", "South"], "Sales": [1240.5, 980.0]})
        sw.publish(self.topic, frame.style.applymap(lambda _: "color: red", subset=["Sales"]))
        page = next(iter(sw.read(self.topic).pages.values()))
        self.assertEqual(page["B2"], 1240.5)

    @unittest.skipIf(pandas is None or openpyxl is None, "pandas or openpyxl is not installed")
    def test_text_that_begins_as_a_formula_stays_text_in_a_frame_its_styler_and_a_live_cell(self):
        texts = ["=1+1", "+1+1", "-1-1", "@SUM(A1)", '=HYPERLINK("http://x")']
        frame = pandas.DataFrame({"Note": texts, "Sales": [1.0, 2.0, 3.0, 4.0, 5.0]})
        for made in (frame, frame.style.format("{:.1f}", subset=["Sales"])):
            sw.publish(self.topic, made)
            page = next(iter(sw.read(self.topic).pages.values()))
            self.assertEqual([page[f"A{n + 2}"] for n in range(5)], texts)
        with sw.live(self.topic) as report:
            report[page.name]["B2"] = "=1+1"
        self.assertEqual(sw.read(self.topic, f"{page.name}!B2"), "=1+1")


@unittest.skipUnless(os.environ.get("SHEETWIRE_URL"), "no portal is named by SHEETWIRE_URL")
class Live(unittest.TestCase):
    def setUp(self):
        self.topic = new_topic()
        sw.publish(self.topic, {"Summary": [["Region", "Sales"], ["North", 1240]]})

    def test_cells_that_are_set_are_read_a_moment_later(self):
        with sw.live(self.topic) as report:
            for value in range(50):
                report["Summary"]["B2"] = value
            report["Summary"].update({"A2": "<b>South</b>", "$b$1": "Sold"})
            sent = report.flush()
        # Fifty values are not fifty versions.
        self.assertLessEqual(sent.version, 4)
        self.assertEqual(sw.read(self.topic, "Summary!A1:B2"), [["Region", "Sold"], ["<b>South</b>", 49]])

    def test_one_bad_cell_holds_back_no_other_and_is_named(self):
        report = sw.live(self.topic)
        with report:
            report["Summary"].update({"B2": 7, "Z99": 1, "A2": "East"})
            with self.assertRaisesRegex(errors.UnknownCell, r"Summary!Z99"):
                report.flush()
            self.assertEqual(sw.read(self.topic, "Summary!A2:B2"), [["East", 7]])
            report["Summary"]["B2"] = 8
        self.assertEqual(sw.read(self.topic, "Summary!B2"), 8)

    def test_a_whole_report_goes_before_the_cells_that_are_set_after_it(self):
        with sw.live(self.topic) as report:
            report["Summary"]["B2"] = 1
            report.publish({"Other": [["x", "y"]]})
            report["Other"]["B1"] = "z"
        self.assertEqual(sw.read(self.topic, "Other!A1:B1"), [["x", "z"]])

    def test_somebody_else_who_changes_the_report_ends_no_line(self):
        with sw.live(self.topic) as report:
            sw.publish(self.topic, {"Summary": [["Region", "Sales"], ["West", 1]]})
            report["Summary"]["B2"] = 2
        self.assertEqual(sw.read(self.topic, "Summary!A2:B2"), [["West", 2]])

    def test_who_is_taken_over_is_told_and_sends_no_more(self):
        ended = threading.Event()
        with sw.live(self.topic, on_state=lambda state: state.startswith("ended") and ended.set()) as first:
            with sw.live(self.topic) as second:
                self.assertTrue(ended.wait(20))
                with self.assertRaisesRegex(sw.LineEnded, "taken over"):
                    first["Summary"]["B2"] = 1
                second["Summary"]["B2"] = 2
        self.assertEqual(sw.read(self.topic, "Summary!B2"), 2)

    def test_a_standby_takes_nothing_from_a_publisher_that_is_there(self):
        waits, ended = threading.Event(), threading.Event()
        spare = sw.live(self.topic, standby=True, on_state=lambda state: state.startswith("standby") and waits.set())

        def stand_by():
            with self.assertRaises(sw.LineEnded), spare:
                self.fail("it took over")
            ended.set()

        with sw.live(self.topic) as first:
            standing = threading.Thread(target=stand_by, daemon=True)
            standing.start()
            self.assertTrue(waits.wait(20))
            first["Summary"]["B2"] = 3
            first.flush()
            spare.close()
            self.assertTrue(ended.wait(20))
        self.assertEqual(sw.read(self.topic, "Summary!B2"), 3)

    def test_who_stands_by_beside_nobody_publishes(self):
        topic = self.topic + " ALONE"
        sw.publish(topic, {"Summary": [["Region", "Sales"], ["East", 1]]})
        with sw.live(topic, standby=True) as report:
            report["Summary"]["B2"] = 4
        self.assertEqual(sw.read(topic, "Summary!B2"), 4)

    def test_a_live_report_without_a_right_is_refused_at_once(self):
        with self.assertRaises(errors.NotSignedIn):
            with sw.live(self.topic, portal=sw.Portal(key="swk_" + "0" * 43)):
                self.fail("it was opened")


if __name__ == "__main__":
    unittest.main()
