"""The parts of the publisher that need no LibreOffice."""

import ast
import datetime
import pathlib
import sys
import unittest

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE.parent / "src"), str(HERE.parents[1] / "python" / "src")]

from sheetwire.control_line import Refuse  # noqa: E402
from sheetwire_office.cells import CellNow, Fault, Writing, sent_cell, sheets_of  # noqa: E402
from sheetwire_office.controls import ControlCell, entered, first_cells, literals, source_place  # noqa: E402
from sheetwire_office.gathering import Gathering  # noqa: E402
from sheetwire_office.places import Area, address, pages_of  # noqa: E402
from sheetwire_office.reading import Found, Known, Shape, read_changes  # noqa: E402

WORDS = Writing(("TRUE", "FALSE"), True)
GERMAN = Writing(("WAHR", "FALSCH"), False)


class GatheringTest(unittest.TestCase):
    def test_a_change_is_sent_after_a_quarter_of_a_second_of_quiet(self):
        gathering = Gathering()
        self.assertIsNone(gathering.due())
        gathering.changed(10.0)
        self.assertEqual(gathering.due(), 10.25)
        gathering.changed(10.2)
        self.assertEqual(gathering.due(), 10.45)

    def test_under_constant_change_it_is_sent_every_two_seconds(self):
        gathering = Gathering()
        for n in range(100):
            gathering.changed(n / 10)
        self.assertEqual(gathering.due(), 2.0)

    def test_a_storm_is_at_most_four_publishes_a_second_and_ends_with_one(self):
        gathering, begun = Gathering(), []
        for n in range(10_000):
            now = n / 1000
            if n < 9000:
                gathering.changed(now)
            due = gathering.due()
            if due is not None and due <= now:
                begun.append(now)
                gathering.begun(now)
        self.assertTrue(all(after - before >= 0.25 for before, after in zip(begun, begun[1:])))
        self.assertGreaterEqual(begun[-1], 8.999)
        self.assertFalse(gathering.is_waiting)

    def test_what_changes_while_it_is_read_is_read_again(self):
        gathering = Gathering()
        gathering.changed(1.0)
        gathering.begun(1.25)
        self.assertIsNone(gathering.due())
        gathering.changed(1.3)
        self.assertEqual(gathering.due(), 1.55)

    def test_reading_takes_a_twentieth_of_the_time_at_most(self):
        gathering = Gathering()
        gathering.changed(0.0)
        gathering.begun(1.0)
        gathering.read(1.1, 0.1)
        gathering.changed(1.2)
        self.assertEqual(gathering.due(), 3.1)

    def test_what_did_not_arrive_is_read_anew_after_a_pause(self):
        gathering = Gathering()
        gathering.changed(0.0)
        gathering.begun(0.25)
        gathering.again(0.3, 4.0)
        self.assertEqual(gathering.due(), 4.3)
        gathering.at_once()
        self.assertLess(gathering.due(), 1.0)


class CellsTest(unittest.TestCase):
    def test_a_value_is_sent_with_the_text_that_libreoffice_shows(self):
        self.assertEqual(sent_cell(CellNow(6, 1, 1240.5, "1,240.50"), WORDS), ["B7", 1240.5, "1,240.50"])
        self.assertEqual(sent_cell(CellNow(0, 0, 3.0, "3"), WORDS), ["A1", 3, "3"])
        self.assertEqual(sent_cell(CellNow(0, 0, "=1+1", "=1+1"), WORDS), ["A1", "=1+1"])
        self.assertEqual(sent_cell(CellNow(0, 0, "", ""), WORDS), ["A1", None])

    def test_true_and_false_are_told_from_numbers_by_their_words(self):
        self.assertEqual(sent_cell(CellNow(0, 0, 1.0, "WAHR"), GERMAN), ["A1", True])
        self.assertEqual(sent_cell(CellNow(0, 0, 1.0, "1"), WORDS), ["A1", 1, "1"])

    def test_a_text_that_the_portal_would_write_otherwise_is_not_sent_with_a_number(self):
        self.assertEqual(sent_cell(CellNow(0, 0, 1.235, "1,235"), GERMAN), ["A1", 1.235])
        self.assertEqual(sent_cell(CellNow(0, 0, Fault(32767), "#NV"), GERMAN), ["A1", {"error": "#N/A"}])
        self.assertEqual(sent_cell(CellNow(0, 0, "Haus", "Haus: "), GERMAN), ["A1", "Haus", "Haus: "])

    def test_errors_have_the_names_that_the_portal_knows(self):
        for number, name in ((532, "#DIV/0!"), (521, "#NULL!"), (32767, "#N/A"), (525, "#NAME?"), (522, "#VALUE!")):
            self.assertEqual(sent_cell(CellNow(0, 0, Fault(number), "x"), WORDS), ["A1", {"error": name}, "x"])

    def test_sheets_without_changes_are_not_sent(self):
        cells = {"A": [], "B": [CellNow(0, 0, 1.5)]}
        self.assertEqual(sheets_of(cells, WORDS), [{"name": "B", "cells": [["A1", 1.5]]}])


class PlacesTest(unittest.TestCase):
    def test_addresses_are_those_of_spreadsheets(self):
        self.assertEqual([address(0, 0), address(6, 27), address(1048575, 16383)], ["A1", "AB7", "XFD1048576"])

    def test_a_large_area_is_read_in_blocks_of_rows(self):
        area = Area("S", 0, 0, 999, 49)
        pieces = list(area.pieces(20_000))
        self.assertEqual([piece.cells for piece in pieces], [20_000, 20_000, 10_000])
        self.assertEqual(pieces[-1].bottom, 999)

    def test_pages_may_be_written_as_libreoffice_writes_ranges(self):
        self.assertEqual(
            pages_of("Summary, $Prices.$A$1:$F$20, 'P&L, day'!A1:B2, v1.2 notes"),
            ["Summary", "Prices!A1:F20", "'P&L, day'!A1:B2", "v1.2 notes"],
        )
        self.assertEqual(
            pages_of("Bob's, Notes,$'Ann''s, too'.$A$1, Bob's.A1:B2"),
            ["Bob's", "Notes", "'Ann''s, too'!A1", "'Bob''s'!A1:B2"],
        )

    def test_entries_of_a_list_that_is_written_out_may_hold_every_sign(self):
        self.assertEqual(literals('"North";"South; East";"5"" pipe";" a "'), ["North", "South; East", '5" pipe', "a"])


class SourceTest(unittest.TestCase):
    def test_the_python_of_older_libreoffices_reads_all_of_it(self):
        for folder in (HERE.parent / "src", HERE.parent / "extension", HERE.parents[1] / "python" / "src"):
            for file in folder.rglob("*.py"):
                ast.parse(file.read_text("utf-8"), str(file), feature_version=(3, 8))


class FakeBook:
    """Sheets of rows; a step may change them."""

    def __init__(self, sheets):
        self.sheets = sheets
        self.stamp = 0
        self.marks = "same"

    def set(self, sheet, row, column, value):
        self.stamp += 1
        rows = [list(one) for one in self.sheets[sheet]]
        rows[row][column] = value
        self.sheets[sheet] = [tuple(one) for one in rows]

    def shape(self):
        areas = tuple(
            Area(name, 0, 0, len(rows) - 1, len(rows[0]) - 1) for name, rows in self.sheets.items()
        )
        return Shape(areas, self.marks)

    def rows(self, area):
        return tuple(self.sheets[area.sheet][area.top : area.bottom + 1])

    def cells(self, sheet, places):
        return [CellNow(row, column, data, str(data)) for row, column, data in places]


def read(book, known=None, most=4, between=lambda: None) -> Found:
    steps = read_changes(book, known, most)
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return end.value
        between()


class ReadingTest(unittest.TestCase):
    def setUp(self):
        self.book = FakeBook({"A": [(1.0, "x"), (2.0, "y"), (3.0, "z")], "B": [(0.0,)]})

    def test_the_first_time_wants_the_file(self):
        self.assertIsNone(read(self.book).cells)

    def test_only_cells_that_differ_are_values(self):
        known = read(self.book).known
        self.assertTrue(read(self.book, known).is_nothing)
        self.book.set("A", 1, 0, 5.0)
        self.book.set("B", 0, 0, "")
        found = read(self.book, known)
        self.assertEqual(found.cells, {"A": [CellNow(1, 0, 5.0, "5.0")], "B": [CellNow(0, 0, "", "")]})
        self.assertTrue(read(self.book, found.known).is_nothing)

    def test_an_error_of_another_kind_differs_and_the_same_does_not(self):
        self.book.set("A", 0, 0, Fault(532))
        known = read(self.book).known
        self.book.set("A", 0, 0, Fault(532))
        self.assertTrue(read(self.book, known).is_nothing)
        self.book.set("A", 0, 0, Fault(32767))
        self.assertFalse(read(self.book, known).is_nothing)

    def test_rows_that_are_inserted_hidden_rows_and_sheets_are_another_structure(self):
        known = read(self.book).known
        self.book.sheets["A"].insert(1, ("", ""))
        self.assertIsNone(read(self.book, known).cells)
        known = read(self.book).known
        self.book.marks = "a row is hidden"
        self.assertIsNone(read(self.book, known).cells)
        known = read(self.book).known
        del self.book.sheets["B"]
        self.assertIsNone(read(self.book, known).cells)

    def test_what_changes_between_two_reads_is_never_mixed_with_what_was_before(self):
        known = read(self.book).known
        changes = iter(range(1))

        def swap():
            if next(changes, None) is not None:
                self.book.set("A", 0, 0, "moved")
                self.book.set("B", 0, 0, "moved")

        found = read(self.book, known, between=swap)
        self.assertEqual({name: len(cells) for name, cells in found.cells.items()}, {"A": 1, "B": 1})

    def test_under_constant_change_the_last_try_reads_in_one_go(self):
        known = read(self.book).known
        count = iter(range(1_000_000))
        found = read(self.book, known, between=lambda: self.book.set("A", 0, 0, float(next(count))))
        self.assertEqual(found.cells["A"][0].data, self.book.sheets["A"][0][0])

    def test_so_many_changes_that_the_file_is_less_are_the_file(self):
        book = FakeBook({"A": [(0.0,) * 300] * 200})
        known = read(book, most=20_000).known
        book.sheets["A"] = [(1.0,) * 300] * 200
        self.assertIsNone(read(book, known, most=20_000).cells)


class ControlsTest(unittest.TestCase):
    def refused(self, value, **cell):
        with self.assertRaises(Refuse) as caught:
            entered(value, ControlCell(**cell))
        return str(caught.exception)

    def test_text_stays_text_whatever_it_begins_with(self):
        for text in ("=1+1", "+SUM(A1)", "-x", "@A1", "\t=1", "'x", '=HYPERLINK("http://a")'):
            self.assertEqual(entered(text, ControlCell()), text)
            self.assertEqual(entered(text, ControlCell(kind="text")), text)

    def test_numbers_are_numbers_but_in_cells_of_text(self):
        self.assertEqual(entered(" -12.5 ", ControlCell()), -12.5)
        self.assertEqual(entered("007", ControlCell(kind="text")), "007")
        self.assertEqual(entered("1.235", ControlCell(kind="number")), 1.235)
        self.assertEqual(entered("1,235.50", ControlCell(kind="number")), 1235.5)
        self.assertEqual(entered("1,234,567", ControlCell()), 1234567.0)
        self.assertEqual(entered("12.5%", ControlCell(kind="percent")), 0.125)
        self.assertEqual(entered("12", ControlCell(kind="percent")), 0.12)
        self.assertEqual(entered("TRUE", ControlCell(kind="boolean")), 1.0)

    def test_a_wrong_type_is_refused_with_what_to_enter(self):
        for number in ("=8", "inf", "1,5", "1.234,5", "1e999", "\u0661"):
            self.assertEqual(self.refused(number, kind="number"), "Enter a number, such as 1234.5")
        for kind in ("number", "any", "percent"):
            self.assertEqual(self.refused("1,235", kind=kind), "Enter the number without a comma, such as 1234.5")
        self.assertEqual(self.refused("1.5", kind="number", is_whole=True), "Enter a whole number")
        self.assertEqual(self.refused("soon", kind="date"), "Enter a date as 2026-11-24")
        self.assertEqual(self.refused("x", kind="boolean"), "Enter TRUE or FALSE")
        self.assertEqual(self.refused("9", kind="time"), "Enter a time as 14:30")
        self.assertEqual(self.refused("2026-11-24 25:00", kind="datetime"), "Enter a date and time as 2026-11-24 14:30")
        self.assertEqual(self.refused("2026-11-24 12:00", kind="date"), "Enter a date as 2026-11-24")

    def test_dates_count_from_the_first_day_of_the_workbook(self):
        self.assertEqual(entered("2026-11-23", ControlCell(kind="date")), 46349.0)
        mac = datetime.date(1904, 1, 1)
        self.assertEqual(entered("2026-11-23", ControlCell(kind="date", first_day=mac)), 44887.0)
        self.assertEqual(entered("2026-11-23T12:00", ControlCell(kind="datetime")), 46349.5)
        self.assertEqual(entered("06:00", ControlCell(kind="time")), 0.25)
        for text in ("18:00", "6:00 PM", "06:00:00 pm"):
            self.assertEqual(entered(text, ControlCell(kind="time")), 0.75)
        self.assertEqual(self.refused("13:00 PM", kind="time"), "Enter a time as 14:30")

    def test_a_rule_of_the_cell_holds_for_entries(self):
        self.assertEqual(self.refused("9", kind="number", rule=("BETWEEN", 1.0, 5.0)), "Enter a value from 1 to 5")
        self.assertEqual(self.refused("5", kind="number", rule=("LESS", 5.0, 0.0)), "Enter less than 5")
        self.assertEqual(entered("5", ControlCell(kind="number", rule=("BETWEEN", 1.0, 5.0))), 5.0)

    def test_of_a_list_that_is_a_whole_column_or_row_its_first_cells_are_read(self):
        self.assertEqual(first_cells(1, 1_048_576), (1, 1000))
        self.assertEqual(first_cells(3, 1_048_576), (3, 334))
        self.assertEqual(first_cells(16_384, 9), (1000, 1))
        self.assertEqual(first_cells(2, 5), (2, 5))

    def test_a_list_is_on_the_sheet_that_it_names(self):
        self.assertEqual(source_place("$A$1:$A$9"), (None, "A1:A9"))
        self.assertEqual(source_place("$Lists.$A$1:$A$9"), ("Lists", "A1:A9"))
        self.assertEqual(source_place("$'Bob''s US$ 1.5'.$A$1"), ("Bob's US$ 1.5", "A1"))
        self.assertEqual(source_place("$'''Quoted'''.$A$1"), ("'Quoted'", "A1"))

    def test_a_list_takes_its_entries_and_writes_what_their_cells_hold(self):
        cell = ControlCell(choices={"50%": 0.5, "North": "North"})
        self.assertEqual([entered("50%", cell), entered("North", cell)], [0.5, "North"])
        self.assertEqual(self.refused("East", choices={"North": "North"}), "Choose an entry from the list")

    def test_a_cell_is_emptied_only_where_it_may_be(self):
        self.assertIsNone(entered(None, ControlCell()))
        self.assertEqual(self.refused(None, allows_blank=False), "Enter a value: the cell cannot be empty")

    def test_a_locked_cell_says_why(self):
        self.assertEqual(self.refused("1", locked="The cell contains a formula"), "The cell contains a formula")


if __name__ == "__main__":
    unittest.main()
