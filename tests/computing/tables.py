"""Tables as users upload them, read by the real reader."""

from __future__ import annotations

from collections.abc import Sequence

from chat.computing.answer import computed_over, may_be_computed, prepared
from chat.computing.compute import Computed
from chat.computing.rows import TableText
from chat.extraction.extract import extract
from chat.settings import LimitSettings


def table(name: str, content: str) -> TableText:
    extracted = extract(name, content.encode(), LimitSettings())
    [found] = extracted.tables
    return TableText(name, found.columns, extracted.text[found.start : found.end])


def computed(question: str, tables: Sequence[TableText]) -> Computed | None:
    """Compute a question over tables as in a thread whose files hold them."""
    if not may_be_computed(question):
        return None
    return computed_over(question, [prepared(table) for table in tables])


ORDERS = table(
    "orders.csv",
    """order_id,customer,country,status,amount,date,remark
1,Anna,Germany,open,100.50,2023-01-05,fine
2,Olga,France,closed,20.00,2023-02-06,
3,Anna,Germany,closed,300.25,2022-03-07,late
4,Peter,Spain,open,5.00,2024-04-08,
5,Marie,France,cancelled,75.00,2023-05-09,
6,Olga,Germany,open,42.00,2024-06-10,
""",
)
EMPLOYEES = table(
    "employees.csv",
    """name,department,age,salary,hire date,state
Ann,Sales,34,"$52,000",2019-04-01,IN
Bob,IT,45,"$61,500",2015-09-15,OR
Cid,IT,29,"$48,250",2021-01-10,IN
Dee,HR,51,"$70,000",2010-06-30,CA
Eve,Sales,38,"$55,000",2018-11-05,CA
Fay,IT,33,"$58,000",2020-02-20,TX
""",
)
CITIES = table(
    "staedte.csv",
    """Stadt;Land;Einwohner;Fläche (km²)
Berlin;Deutschland;3.645.000;891,8
Hamburg;Deutschland;1.841.000;755,2
Wien;Österreich;1.897.000;414,6
Köln;Deutschland;1.086.000;405,2
""",
)
MOVIES = table(
    "movies.csv",
    """title,year,genre,rating,length (min)
Alpha,1999,Drama,7.5,120
Beta,2003,Comedy,6.1,95
Gamma,1999,Drama,8.8,150
Delta,2010,Action,5.9,110
""",
)
RENTALS = table(
    "rentals.csv",
    """item,category,member_price_eur,guest_price_eur,deposit_eur,weekly hours,opens
Canoe,boat,18,29,150,40,Monday 9:00
Kayak,boat,22,35,200,38,Monday 9:00
Paddle,accessory,4,7,20,40,Tuesday 10:00
Life jacket,accessory,9,15,0,12,Tuesday 10:00
Weekend tour,event,390,390,100,6,Friday 8:00
""",
)
COURSES = table(
    "kurse.csv",
    """Kurs;Art;Preis Mitglieder (€);Preis Gäste (€);Stunden pro Woche;Beratungsstunden;Plätze
Töpfern;Kunst;45;60;3;Montag 10 Uhr;12
Aquarell;Kunst;30;42;2;Dienstag 9 Uhr;15
Yoga;Bewegung;25,50;38;1;Freitag 9 Uhr;20
""",
)
TEACHERS = table(
    "teachers.csv",
    """Teacher,Subject,Consultation hour,Hours per week
Ms Okafor,Maths,Tuesday 13:00,22
Mr Petrov,Physics,Monday 10:00,18
Ms Castell,Music,Tuesday 11:00,9
""",
)
SALES = table(
    "orders.csv",
    """Order ID,Order date,Customer,Product,Quantity,Unit price,Total,Status,Sales rep
1001,2026-01-05,Nordwind,Kettle,3,89.5,268.5,shipped,Tom Price
1002,2026-01-19,Alpina,Grinder,1,249,249,open,Ann Berg
1003,2026-03-02,Nordwind,Kettle,2,89.5,179,shipped,Ann Berg
1004,2026-03-09,Blue Mug,Filter,40,5.25,210,cancelled,Luis Orta
1005,2026-03-30,Alpina,Kettle,1,89.5,89.5,shipped,Ann Berg
1006,2026-05-11,Blue Mug,Grinder,4,249,996,open,Tom Price
""",
)
