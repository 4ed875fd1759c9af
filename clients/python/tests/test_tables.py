"""Rows and frames as pages, without a portal."""

import datetime
import decimal
import pathlib
import re
import unittest

from sheetwire import Cell, errors
from sheetwire.publishing import made_of
from sheetwire.reading import cells_of
from sheetwire.tables import address_of, cell_of, column_name, page_html, page_of

try:
    import pandas
except ImportError:
    pandas = None

ROOT = pathlib.Path(__file__).resolve().parents[3]


class Tables(unittest.TestCase):
    def test_columns_are_lettered_as_in_a_sheet(self):
        named = [column_name(n) for n in (0, 25, 26, 51, 701, 702, 16_383)]
        self.assertEqual(named, ["A", "Z", "AA", "AZ", "ZZ", "AAA", "XFD"])
        for index in (-1, 16_384):
            self.assertRaises(ValueError, column_name, index)
        self.assertEqual(address_of(9, 27), "AB10")

    def test_a_value_is_shown_as_it_reads(self):
        shown = {
            "1240": 1240.0,
            "1240.5": 1240.5,
            "1e+20": 1e20,
            "0.1": 0.1,
            "TRUE": True,
            "": None,
            "3.50": decimal.Decimal("3.50"),
            "2026-11-20": datetime.datetime(2026, 11, 20),
            "2026-11-20 09:30:00": datetime.datetime(2026, 11, 20, 9, 30),
            "09:30:00": datetime.time(9, 30),
            "=1+1": "=1+1",
        }
        for text, value in shown.items():
            self.assertEqual(cell_of(value).text, text)
        for missing in (float("nan"), decimal.Decimal("NaN"), decimal.Decimal("sNaN")):
            self.assertEqual(cell_of(missing).text, "")

    def test_what_has_no_end_is_no_number_of_a_page(self):
        for value in (float("inf"), decimal.Decimal("Infinity")):
            cell = cell_of(value)
            self.assertEqual((cell.text, cell.is_number), ("inf", False))
        self.assertTrue(cell_of(decimal.Decimal("1E+30")).is_number)

    def test_text_stays_text_whatever_it_holds(self):
        page = page_of([["<b>&\"'", "two\nlines"]])
        self.assertIn("&lt;b&gt;&amp;&quot;&#x27;", page)
        cells = cells_of(page)
        self.assertEqual(cells["A1"].text, "<b>&\"'")
        self.assertEqual(cells["B1"].text, "two\nlines")

    def test_numbers_are_marked_and_read_back(self):
        page = page_of([["Sales", "Odd"], [1240.5, Cell("1,240.50", 3, True)]], head_rows=1)
        self.assertIn('<table data-freeze="1,0">', page)
        self.assertIn('<th data-cell="A1">Sales</th>', page)
        self.assertIn('<td data-cell="B2" data-num data-s="3">1,240.50</td>', page)
        self.assertEqual([cells_of(page)[one].value for one in ("A2", "B2")], [1240.5, 1240.5])

    def test_columns_by_name_make_a_page_with_a_head(self):
        cells = cells_of(page_html({"Region": ["North", "South"], "Sales": [1, 2]}))
        self.assertEqual([cells[one].text for one in ("A1", "B1", "A3", "B3")], ["Region", "Sales", "South", "2"])
        self.assertRaises(ValueError, page_html, {"a": [1], "b": [1, 2]})
        self.assertRaises(TypeError, page_html, {"a": "text"})
        self.assertRaises(TypeError, page_html, 5)

    def test_pages_are_chosen_by_their_names_whatever_signs_are_in_them(self):
        chosen = ["Summary", "Prices!A1:F20", "Bob's", "P&L, day", "P&L, day!$A:$C", "'Ann''s'!A1", "Wow!", "Wow!!A1", "Q1 2026"]
        made = made_of("ACME/RATES/DAILY", b"PK", sheets=chosen)
        self.assertEqual(
            made.query["pages"],
            "Summary,Prices!A1:F20,'Bob''s','P&L, day','P&L, day'!$A:$C,'Ann''s'!A1,Wow!,'Wow!'!A1,Q1 2026",
        )

    def test_names_of_ranges_and_tables_are_sent_as_they_are_in_every_script(self):
        chosen = ["Größe", "Prices!Größe", "Ventes-2026", "Übersicht!A1:B2"]
        self.assertEqual(made_of("ACME/RATES/DAILY", b"PK", sheets=chosen).query["pages"], ",".join(chosen))

    def test_there_is_a_class_for_each_code_of_the_portal_and_for_no_other(self):
        listed = re.findall(r"^\| \d+ \| `([a-z_]+)` \|", (ROOT / "docs/errors.md").read_text(), re.M)
        self.assertGreater(len(listed), 20)
        self.assertEqual(sorted(errors.BY_CODE), sorted(listed))


@unittest.skipIf(pandas is None, "pandas is not installed")
class Frames(unittest.TestCase):
    def test_a_frame_keeps_its_types_and_leaves_out_an_index_that_only_counts(self):
        frame = pandas.DataFrame(
            {"n": [1, 2], "x": [0.5, None], "on": [True, False], "day": pandas.to_datetime(["2026-11-20", None])}
        )
        cells = cells_of(page_html(frame))
        self.assertEqual([cells[f"{column}2"].text for column in "ABCD"], ["1", "0.5", "TRUE", "2026-11-20"])
        self.assertEqual([cells[f"{column}3"].text for column in "ABCD"], ["2", "", "FALSE", ""])
        self.assertTrue(cells["A2"].is_number)

    def test_times_of_numpy_read_as_those_of_pandas(self):
        times = pandas.to_datetime(["2026-11-20", "2026-11-20 09:30:15.25", None])
        cells = cells_of(page_html({"Day": times.values, "Length": (times - times[0]).values}))
        self.assertEqual(
            [cells[f"A{row}"].text for row in (2, 3, 4)], ["2026-11-20", "2026-11-20 09:30:15.250000", ""]
        )
        self.assertEqual([cells[f"B{row}"].text for row in (2, 3, 4)], ["0:00:00", "9:30:15.250000", ""])
        self.assertFalse(cells["A2"].is_number)

    def test_named_indexes_and_two_head_rows_are_shown(self):
        frame = pandas.DataFrame(
            [[1, 2]],
            index=pandas.MultiIndex.from_tuples([("North", "a")], names=["Region", "Desk"]),
            columns=pandas.MultiIndex.from_tuples([("Sales", "May"), ("Sales", "June")]),
        )
        page = page_html(frame)
        self.assertIn('data-freeze="2,2"', page)
        cells = cells_of(page)
        self.assertEqual(
            [cells[one].text for one in ("A2", "B2", "C1", "D2", "A3", "B3", "D3")],
            ["Region", "Desk", "Sales", "June", "North", "a", "2"],
        )

    def test_frames_of_any_kind_make_a_page(self):
        for frame in (pandas.DataFrame(), pandas.DataFrame(columns=["a"]), pandas.DataFrame({"a": [1]}, index=["x"])):
            self.assertTrue(page_html(frame).startswith("<table"))
        twice = pandas.DataFrame([[1, 2]], columns=["a", "a"])
        self.assertEqual(cells_of(page_html(twice))["B2"].text, "2")


if __name__ == "__main__":
    unittest.main()
