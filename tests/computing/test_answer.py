"""Tests of questions over small tables: what is computed for them, and the many for which nothing may be computed."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from chat.computing.answer import may_be_computed
from chat.computing.rows import TableText
from tests.computing.tables import CITIES, COURSES, EMPLOYEES, MOVIES, ORDERS, RENTALS, SALES, TEACHERS, computed, table

STOCKS = table("prices.csv", "article,shop,price,stock\nTea,North,3.00,4\nTea,South,4.00,5\nJam,North,5.00,6\nJam,South,5.00,7\n")
PRICES = table("prices.csv", "article,price,stock\nTea,3.00,4\nJam,4.00,5\nOil,5.00,6\n")
TARIFFS = table(
    "tarifs.csv",
    "Prestation,Catégorie,Prix,Durée\nCoupe,Coiffure,24,30\nCouleur,Coiffure,42,90\nSoin,Beauté,54,60\n",
)
LEAVE = table("leave.csv", "Employee,Office,Holiday left\nAnna,Munich,12\nEmma,Hamburg,\nFarid,Leipzig,5\nIda,Munich,0\n")
STOCK = table("productos.csv", "Producto;Precio;Unidades\nLeche;1,50;30\nQueso;9,00;10\nMiel;7,50;5\n")
INVENTORY = table(
    "inventory.csv", "Item,Number,Condition\nOven,1,good\nRoller blinds,5,one defective\nSmoke detectors,4,good\nHob,1,new\n"
)
ARTICLES = table("preisliste.csv", "Artikel;Preis;Bestand\nHammer;20,00;6\nSäge;60,00;3\n")
GOODS = table("ceny.csv", "Товар;Цена\nЧайник;1350\nШвабра;650\n")
ARTICLE_ORDERS = table(
    "bestellungen.csv",
    """Bestellnr;Bestelldatum;Kunde;Produkt;Menge;Einzelpreis;Status
11;2025-04-03;Berger;Tischlampe;3;49,90;versandt
12;2025-05-02;Vogel;Lampe;5;29,90;versandt
13;2025-05-06;Berger;Lampenschirm;4;19,00;offen
14;2025-05-09;Klein;Bürostuhl;2;189,00;storniert
15;2025-06-01;Vogel;Tischlampe;1;89,90;versandt
""",
)
BUDGET = table(
    "budget.csv", "Category,Jan,Feb,Mar,Total\nRent,900,900,950,2750\nTravel,200,100,300,600\nTotal,1100,1000,1250,3350\n"
)
TASKS = table("tasks.csv", "Task,Owner,Paid\nWrite,Mira,yes\nFix,Jonas,no\nAdd,Mira,yes\n")
TICKETS = table(
    "tickets.csv",
    "Ticket,Opened,Closed on,State\nT1,2025-03-01,2025-04-04,closed\nT2,2025-02-02,2025-03-20,closed\nT3,2025-03-15,,open\n",
)
COMMANDES = table("commandes.csv", "Commande;Date;Client;Montant\n1;2025-01-03;Berger;3\n2;2025-07-02;Vogel;5\n")
HOUSES = table("houses.csv", "House,Town,State\nA,Graz,sold\nB,Linz,free\nC,Linz,sold\n")

CROSSINGS = table(
    "crossings.csv",
    "date,vessel,passengers,cars\n2026-01-01,Tern,100,0\n2026-01-02,Curlew,60,12\n2026-01-02,Tern,200,3\n",
)

FLIGHTS = table("flights.csv", "Origin,Destination,Passengers\nOslo,Bergen,18\nBergen,Oslo,22\nOslo,Bergen,11\nOslo,Alta,5\n")
TRIPS = table("trips.csv", "From,To,Passengers\nOslo,Bergen,18\nBergen,Oslo,22\nOslo,Bergen,11\nOslo,Alta,5\n")

COSTS = table(
    "kosten.csv", "Monat;Posten;Betrag;Bezahlt von\nJanuar;Miete;980;Lena\nFebruar;Miete;980;Lena\nFebruar;Strom;81;Jonas\n"
)
CREW = table("crew.csv", "Position,Monthly salary,Holiday (days)\nCook,2600,28\nCaptain,5200,32\nDeckhand,2450,28\n")

EXPENSES = table(
    "expenses.csv",
    """date,employee,category,amount,currency,approved by,status
2025-01-08,Oskar Brandl,Hotel,212.00,EUR,M. Duarte,paid
2025-01-09,Oskar Brandl,Meals,46.30,EUR,M. Duarte,paid
2025-02-11,Peter Okafor,Flight,612.00,USD,K. Winslow,paid
2025-02-12,Peter Okafor,Meals,40.50,USD,K. Winslow,rejected
2025-02-20,Peter Okafor,Hotel,98.00,EUR,K. Winslow,pending
""",
)
BOOKINGS = table(
    "bookings.csv",
    """traveller,category,description,amount,currency,approved_by
Ingrid Solberg,Hotel,Limmatblick,690.00,CHF,M. Okafor
Yuki Tanabe,Hotel,Seehof,55.00,CHF,M. Okafor
Yuki Tanabe,Hotel,Alter Wirt,80.00,EUR,S. Varga
""",
)
WARES = table("stock.csv", "Name,Customer,Stock\nDesk Lamp,Blue Ocean,4\nOffice Chair,Acme Ltd,6\n")
SHIPMENTS = table("orders.csv", "country,status\nPoland,shipped\nPoland,shipped\nSpain,cancelled\n")
UNSURE = table("costs.csv", "item,amount,currency\nRent,900,EUR\nHosting,20,\nPaper,15,USD\n")

COMPUTED: list[tuple[TableText, str, str, tuple[int, ...]]] = [
    (
        EXPENSES,
        "What is the total amount?",
        "Sum of amount with currency EUR: 356.30. Sum of amount with currency USD: 652.50.",
        (1, 2, 5, 3, 4),
    ),
    (
        EXPENSES,
        "What is the highest amount?",
        "Highest amount with currency EUR: 2025-01-08, Oskar Brandl, Hotel (212.00)."
        " Highest amount with currency USD: 2025-02-11, Peter Okafor, Flight (612.00).",
        (1, 3),
    ),
    (
        EXPENSES,
        "How much did Oskar Brandl claim altogether?",
        "Sum of amount with employee Oskar Brandl and currency EUR: 258.30.",
        (1, 2),
    ),
    (
        EXPENSES,
        "What did Peter spend in US dollars?",
        "Sum of amount with employee Peter Okafor and currency USD: 652.50.",
        (3, 4),
    ),
    (EXPENSES, "How many rejections were there?", "Number of rows with status rejected: 1.", (4,)),
    (EXPENSES, "How many rejections did Peter get?", "Number of rows with status rejected and employee Peter Okafor: 1.", (4,)),
    (ORDERS, "Who has the most orders?", "Highest number of rows by customer: Anna (2), Olga (2).", (1, 2, 3, 6)),
    (BOOKINGS, "Who has the most bookings?", "Highest number of rows by traveller: Yuki Tanabe (2).", (2, 3)),
    (BOOKINGS, "How many bookings did S. Varga approve?", "Number of rows with approved_by S. Varga: 1.", (3,)),
    (
        BOOKINGS,
        "What was the most expensive booking in Swiss francs?",
        "Highest amount with currency CHF: Limmatblick (690.00).",
        (1,),
    ),
    (
        BOOKINGS,
        "What did we spend on hotels, by currency?",
        "Sum of amount by currency with category Hotel: CHF (745.00), EUR (80.00).",
        (1, 2, 3),
    ),
    (SHIPMENTS, "How many countries did we ship to?", "Number of different values of country with status shipped: 1.", (1, 2)),
    (
        BOOKINGS,
        "Which hotel stays did S. Varga approve?",
        "description with category Hotel and approved_by S. Varga (1): Alter Wirt.",
        (3,),
    ),
    (BOOKINGS, "What's the average price of a hotel in euros?", "amount with category Hotel and currency EUR: 80.00.", (3,)),
    (EXPENSES, "total for hotels in EUR", "Sum of amount with category Hotel and currency EUR: 310.00.", (1, 5)),
    (EXPENSES, "How many claims were turned down?", "Number of rows with status rejected: 1.", (4,)),
    (EXPENSES, "How many claims did K. Winslow approve?", "Number of rows with approved by K. Winslow: 3.", (3, 4, 5)),
    (EXPENSES, "Who has the most expense claims?", "Highest number of rows by employee: Peter Okafor (3).", (3, 4, 5)),
    (CREW, "Who earns the most?", "Highest Monthly salary: Captain (5200).", (2,)),
    (COSTS, "Wie viel haben wir im Februar insgesamt ausgegeben?", "Sum of Betrag with Monat Februar: 1,061.", (2, 3)),
    # where to
    (CROSSINGS, "How many passengers travelled on the Tern?", "Sum of passengers with vessel Tern: 300.", (1, 3)),
    (FLIGHTS, "How many passengers flew to Bergen?", "Sum of Passengers with Destination Bergen: 29.", (1, 3)),
    (FLIGHTS, "How many passengers flew from Bergen?", "Passengers with Origin Bergen: 22.", (2,)),
    (
        FLIGHTS,
        "How many passengers went from Oslo to Bergen?",
        "Sum of Passengers with Origin Oslo and Destination Bergen: 29.",
        (1, 3),
    ),
    (TRIPS, "How many passengers rode to Bergen?", "Sum of Passengers with To Bergen: 29.", (1, 3)),
    # counting
    (ORDERS, "How many orders are there?", "Number of rows: 6.", (1, 2, 3, 4, 5, 6)),
    (ORDERS, "How many rows are in the table?", "Number of rows: 6.", (1, 2, 3, 4, 5, 6)),
    (ORDERS, "How many orders came from Germany?", "Number of rows with country Germany: 3.", (1, 3, 6)),
    (ORDERS, "How many orders are in Germany?", "Number of rows with country Germany: 3.", (1, 3, 6)),
    (ORDERS, "How many open orders are in Germany?", "Number of rows with status open and country Germany: 2.", (1, 6)),
    (ORDERS, "How many orders are in Germany or France?", "Number of rows with country Germany or France: 5.", (1, 2, 3, 5, 6)),
    (ORDERS, "How many orders are not in Germany?", "Number of rows with country other than Germany: 3.", (2, 4, 5)),
    (RENTALS, "Which items have no deposit?", "item with deposit_eur 0 (1): Life jacket.", (4,)),
    (LEAVE, "Who has no holiday left?", "Employee with Holiday left 0 or empty (2): Emma, Ida.", (2, 4)),
    (LEAVE, "Who has 0 holidays left?", "Employee with Holiday left 0 (1): Ida.", (4,)),
    (LEAVE, "Who has 12 holidays left?", "Employee with Holiday left 12 (1): Anna.", (1,)),
    (ORDERS, "How many orders without a remark?", "Number of rows with no remark: 4.", (2, 4, 5, 6)),
    (ORDERS, "How many orders by Anna?", "Number of rows with customer Anna: 2.", (1, 3)),
    (ORDERS, "Count the orders with status = open", "Number of rows with status open: 3.", (1, 4, 6)),
    (ORDERS, "How many customers are in Germany?", "Number of different values of customer with country Germany: 2.", (1, 3, 6)),
    (EMPLOYEES, "How many employees are in IT?", "Number of rows with department IT: 3.", (2, 3, 6)),
    (MOVIES, "How many dramas are there?", "Number of rows with genre Drama: 2.", (1, 3)),
    (ORDERS, "How many distinct values of status in the file?", "Number of different values of status: 3.", (1, 2, 3, 4, 5, 6)),
    # numbers compared
    (ORDERS, "How many orders have an amount over 50?", "Number of rows with amount over 50: 3.", (1, 3, 5)),
    (ORDERS, "How many orders are over 50 euros?", "Number of rows with amount over 50 euros: 3.", (1, 3, 5)),
    (ORDERS, "How many orders with amount between 20 and 100?", "Number of rows with amount between 20 and 100: 3.", (2, 5, 6)),
    (ORDERS, "How many orders over 50 and under 200?", "Number of rows with amount over 50 and amount under 200: 2.", (1, 5)),
    (ORDERS, "How many orders with an amount of 75 or more?", "Number of rows with amount 75 or more: 3.", (1, 3, 5)),
    (EMPLOYEES, "How many employees have a salary over $55,000?", "Number of rows with salary over $ 55,000: 3.", (2, 4, 6)),
    (MOVIES, "How many movies have a rating of at least 7?", "Number of rows with rating at least 7: 2.", (1, 3)),
    (
        CITIES,
        "Wie viele Zeilen haben mehr als 1.500.000 Einwohner?",
        "Number of rows with Einwohner over 1.500.000: 3.",
        (1, 2, 3),
    ),
    # times
    (ORDERS, "How many orders in 2023?", "Number of rows with date in 2023: 3.", (1, 2, 5)),
    (ORDERS, "How many orders since March 2023?", "Number of rows with date since March 2023: 3.", (4, 5, 6)),
    (ORDERS, "How many orders before 6 February 2023?", "Number of rows with date before 6 February 2023: 2.", (1, 3)),
    (ORDERS, "How many orders after 2022?", "Number of rows with date after 2022: 5.", (1, 2, 4, 5, 6)),
    (ORDERS, "How many orders from 2022 to 2023?", "Number of rows with date from 2022 to 2023: 4.", (1, 2, 3, 5)),
    (MOVIES, "How many movies since 2000?", "Number of rows with year since 2000: 2.", (2, 4)),
    # sums and averages
    (ORDERS, "What is the total amount of orders in France?", "Sum of amount with country France: 95.00.", (2, 5)),
    (ORDERS, "What is the median amount of open orders?", "Median amount with status open: 42.00.", (1, 4, 6)),
    (EMPLOYEES, "What is the average salary in IT?", "Average salary with department IT: $55,916.67.", (2, 3, 6)),
    (EMPLOYEES, "What is the total salary?", "Sum of salary: $344,750.", (1, 2, 3, 4, 5, 6)),
    (CITIES, "Wie viele Einwohner hat Deutschland?", "Sum of Einwohner with Land Deutschland: 6,572,000.", (1, 2, 4)),
    (PRICES, "What is the average price?", "Average price: 4.00.", (1, 2, 3)),
    (TARIFFS, "Quel est le prix moyen des prestations ?", "Average Prix: 40.00.", (1, 2, 3)),
    (
        TARIFFS,
        "Quel est le prix moyen par catégorie ?",
        "Average Prix by Catégorie: Coiffure (33.00), Beauté (54.00).",
        (1, 2, 3),
    ),
    (TARIFFS, "Quel est le prix le plus bas ?", "Lowest Prix: Coupe (24).", (1,)),
    (TARIFFS, "Quelle prestation a le prix le plus élevé ?", "Highest Prix: Soin (54).", (3,)),
    (TARIFFS, "Quelle prestation a la durée la plus longue ?", "Highest Durée: Couleur (90).", (2,)),
    (STOCK, "¿Cuál es el precio medio de los productos?", "Average Precio: 6.00.", (1, 2, 3)),
    (STOCK, "¿Qué producto tiene el precio más alto?", "Highest Precio: Queso (9,00).", (2,)),
    (STOCK, "¿De qué producto hay menos unidades?", "Lowest Unidades: Miel (5).", (3,)),
    (STOCK, "¿Cuántas unidades hay en total?", "Sum of Unidades: 45.", (1, 2, 3)),
    (ARTICLES, "Was ist der Durchschnittspreis der Artikel?", "Average Preis: 40.00.", (1, 2)),
    (ARTICLES, "Wie hoch ist der Gesamtbestand?", "Sum of Bestand: 9.", (1, 2)),
    (ARTICLES, "Wie hoch ist der gesamte Bestand?", "Sum of Bestand: 9.", (1, 2)),
    (ARTICLES, "Von welchem Artikel gibt es am wenigsten Bestand?", "Lowest Bestand: Säge (3).", (2,)),
    (GOODS, "Какой товар самый дешёвый?", "Lowest Цена: Швабра (650).", (2,)),
    (GOODS, "Какова средняя цена?", "Average Цена: 1,000.00.", (1, 2)),
    # groups
    (ORDERS, "How many orders per status?", "Number of rows by status: open (3), closed (2), cancelled (1).", (1, 2, 3, 4, 5, 6)),
    (
        ORDERS,
        "For each status, how many orders?",
        "Number of rows by status: open (3), closed (2), cancelled (1).",
        (1, 2, 3, 4, 5, 6),
    ),
    (ORDERS, "Orders by year", "Number of rows by year of date: 2022 (1), 2023 (3), 2024 (2).", (1, 2, 3, 4, 5, 6)),
    (
        ORDERS,
        "total amount in 2023 by status",
        "Sum of amount by status with date in 2023: open (100.50), closed (20.00), cancelled (75.00).",
        (1, 2, 5),
    ),
    (MOVIES, "average rating per genre", "Average rating by genre: Drama (8.15), Comedy (6.10), Action (5.90).", (1, 2, 3, 4)),
    (CITIES, "Anzahl der Einträge pro Land", "Number of rows by Land: Deutschland (3), Österreich (1).", (1, 2, 3, 4)),
    # the most
    (ORDERS, "Which country has the most orders?", "Highest number of rows by country: Germany (3).", (1, 3, 6)),
    (ORDERS, "Which customer has the highest total amount?", "Highest sum of amount by customer: Anna (400.75).", (1, 3)),
    (ORDERS, "What is the most common status?", "Highest number of rows by status: open (3).", (1, 4, 6)),
    (ORDERS, "Which month has the highest total amount?", "Highest sum of amount by month of date: 2022-03 (300.25).", (3,)),
    (
        ORDERS,
        "top 2 countries by total amount",
        "Highest sum of amount by country: Germany (442.75), France (95.00).",
        (1, 2, 3, 5, 6),
    ),
    (
        EMPLOYEES,
        "Which department has the highest average salary?",
        "Highest average salary by department: HR ($70,000.00).",
        (4,),
    ),
    (CROSSINGS, "What is the average number of passengers?", "Average passengers: 120.00.", (1, 2, 3)),
    (CROSSINGS, "What is the average number of passengers on the Tern?", "Average passengers with vessel Tern: 150.00.", (1, 3)),
    # the highest
    (CROSSINGS, "What is the highest number of passengers?", "Highest passengers: 2026-01-02, Tern (200).", (3,)),
    (CROSSINGS, "What was the lowest number of cars on a crossing?", "Lowest cars: 2026-01-01, Tern (0).", (1,)),
    (ORDERS, "Which order has the highest amount?", "Highest amount: order_id 3 (300.25).", (3,)),
    (
        ORDERS,
        "What are the top 3 orders by amount?",
        "Highest amount: order_id 3 (300.25), order_id 1 (100.50), order_id 5 (75.00).",
        (3, 1, 5),
    ),
    (ORDERS, "What is the latest order?", "Latest date: order_id 6 (2024-06-10).", (6,)),
    (EMPLOYEES, "Who has the highest salary?", "Highest salary: Dee ($70,000).", (4,)),
    (EMPLOYEES, "Who are the 2 oldest employees?", "Highest age: Dee (51), Bob (45).", (4, 2)),
    (EMPLOYEES, "What is the lowest salary in Sales?", "Lowest salary with department Sales: Ann ($52,000).", (1,)),
    (CITIES, "Welche Stadt hat die größte Fläche?", "Highest Fläche (km²): Berlin (891,8).", (1,)),
    (MOVIES, "newest movie", "Highest year: Delta (2010).", (4,)),
    # what is done with them
    (
        SALES,
        "Which product was ordered most?",
        "Highest sum of Quantity by Product: Filter (40). Highest number of rows by Product: Kettle (3).",
        (4, 1, 3, 5),
    ),
    (SALES, "Which product was ordered most often?", "Highest number of rows by Product: Kettle (3).", (1, 3, 5)),
    (SALES, "Which product sold the most units?", "Highest sum of Quantity by Product: Filter (40).", (4,)),
    (SALES, "Which customer spent the most?", "Highest sum of Total by Customer: Blue Mug (1,206.0).", (4, 6)),
    (SALES, "Which customer spent the least?", "Lowest sum of Total by Customer: Alpina (338.5).", (2, 5)),
    (SALES, "Which sales rep made the most sales?", "Highest sum of Total by Sales rep: Tom Price (1,264.5).", (1, 6)),
    (
        SALES,
        "Who sold the most?",
        "Highest sum of Quantity by Sales rep: Luis Orta (40). Highest sum of Total by Sales rep: Tom Price (1,264.5). "
        "Highest number of rows by Sales rep: Ann Berg (3).",
        (4, 1, 6, 2, 3, 5),
    ),
    (SALES, "Which sales rep placed the most orders?", "Highest number of rows by Sales rep: Ann Berg (3).", (2, 3, 5)),
    (SALES, "How many Kettles were sold?", "Sum of Quantity with Product Kettle: 6.", (1, 3, 5)),
    (SALES, "How many orders did Alpina place?", "Number of rows with Customer Alpina: 2.", (2, 5)),
    (SALES, "How much did Alpina spend?", "Sum of Total with Customer Alpina: 338.5.", (2, 5)),
    (SALES, "What is the total revenue?", "Sum of Total: 1,992.0.", (1, 2, 3, 4, 5, 6)),
    (SALES, "What is the average order value?", "Average Total: 332.00.", (1, 2, 3, 4, 5, 6)),
    (SALES, "Who orders the Kettles?", "Customer with Product Kettle (2): Nordwind, Alpina.", (1, 3, 5)),
    (SALES, "What was the largest order?", "Highest Total: Order ID 1006 (996).", (6,)),
    (ORDERS, "What was the highest order amount?", "Highest amount: order_id 3 (300.25).", (3,)),
    (ORDERS, "When was the last order placed?", "Latest date: order_id 6 (2024-06-10).", (6,)),
    (SALES, "How much revenue did the Filter bring in?", "Total with Product Filter: 210.0.", (4,)),
    (INVENTORY, "How many smoke detectors are there?", "Number for Smoke detectors: 4.", (3,)),
    (SALES, "Which order is the most expensive?", "Highest Total: Order ID 1006 (996).", (6,)),
    (SALES, "Which product is the most expensive?", "Highest Unit price: Grinder (249), Grinder (249).", (2, 6)),
    (SALES, "How many orders over 200?", "Number of rows with Total over 200: 4.", (1, 2, 4, 6)),
    (SALES, "How many orders were there in March?", "Number of rows with Order date in March: 3.", (3, 4, 5)),
    (SALES, "What did Alpina order?", "Product with Customer Alpina (2): Grinder, Kettle.", (2, 5)),
    (SALES, "Which products did Alpina order?", "Product with Customer Alpina (2): Grinder, Kettle.", (2, 5)),
    (SALES, "Who bought a Grinder?", "Customer with Product Grinder (2): Alpina, Blue Mug.", (2, 6)),
    (SALES, "What percentage of orders was cancelled?", "Share of rows with Status cancelled: 16.7% (1 of 6).", (4,)),
    (
        SALES,
        "Total by sales rep",
        "Sum of Total by Sales rep: Ann Berg (517.5), Tom Price (1,264.5), Luis Orta (210.0).",
        (1, 2, 3, 4, 5, 6),
    ),
    (SALES, "top 2 products by quantity", "Highest sum of Quantity by Product: Filter (40), Kettle (6).", (1, 3, 4, 5)),
    (SALES, "What was the revenue in March?", "Sum of Total with Order date in March: 478.5.", (3, 4, 5)),
    (SALES, "Which month had the highest revenue?", "Highest sum of Total by month of Order date: 2026-05 (996.0).", (6,)),
    (SALES, "In which month was revenue lowest?", "Lowest sum of Total by month of Order date: 2026-03 (478.5).", (3, 4, 5)),
    # of a sum or of a single row
    (
        SALES,
        "Which product has the lowest quantity?",
        "Lowest sum of Quantity by Product: Grinder (5). Lowest Quantity: Grinder (1), Kettle (1).",
        (2, 6, 5),
    ),
    (
        EMPLOYEES,
        "Which department has the highest salary?",
        "Highest sum of salary by department: IT ($167,750). Highest salary: HR ($70,000).",
        (2, 3, 6, 4),
    ),
    (SALES, "What is the average revenue per order?", "Average Total: 332.00.", (1, 2, 3, 4, 5, 6)),
    (EMPLOYEES, "Who is paid the most?", "Highest salary: Dee ($70,000).", (4,)),
    (EMPLOYEES, "What is the average pay in IT?", "Average salary with department IT: $55,916.67.", (2, 3, 6)),
    (EMPLOYEES, "Who makes more than 60,000?", "name with salary over 60,000 (2): Bob, Dee.", (2, 4)),
    (EMPLOYEES, "Who earns the most?", "Highest salary: Dee ($70,000).", (4,)),
    (EMPLOYEES, "Who is the best paid employee in IT?", "Highest salary with department IT: Bob ($61,500).", (2,)),
    (EMPLOYEES, "How much does Bob earn?", "salary with name Bob (1): $61500.", (2,)),
    (EMPLOYEES, "How many employees earn more than 55000?", "Number of rows with salary over 55000: 3.", (2, 4, 6)),
    (EMPLOYEES, "Who was hired first?", "Earliest hire date: Dee (2010-06-30).", (4,)),
    (EMPLOYEES, "Who joined last?", "Latest hire date: Cid (2021-01-10).", (3,)),
    (EMPLOYEES, "Who works in IT?", "name with department IT (3): Bob, Cid, Fay.", (2, 3, 6)),
    (EMPLOYEES, "How many people are there?", "Number of rows: 6.", (1, 2, 3, 4, 5, 6)),
    (EMPLOYEES, "What percentage of employees are in IT?", "Share of rows with department IT: 50.0% (3 of 6).", (2, 3, 6)),
    # whom a price is for
    (RENTALS, "What is the most expensive boat for members?", "Highest member_price_eur with category boat: Kayak (22).", (2,)),
    (RENTALS, "What is the cheapest boat for guests?", "Lowest guest_price_eur with category boat: Canoe (29).", (1,)),
    (
        RENTALS,
        "Which accessories cost members less than 10 euros?",
        "item with category accessory and member_price_eur under 10 euros (2): Paddle, Life jacket.",
        (3, 4),
    ),
    (
        RENTALS,
        "Which rentals cost less than 10 euros for guests?",
        "item with guest_price_eur under 10 euros (1): Paddle.",
        (3,),
    ),
    (
        RENTALS,
        "How much more do guests pay than members for the Canoe?",
        "guest_price_eur less member_price_eur with item Canoe: 11 (29 less 18).",
        (1,),
    ),
    (
        RENTALS,
        "How much cheaper is a kayak for members than for guests?",
        "guest_price_eur less member_price_eur with item Kayak: 13 (35 less 22).",
        (2,),
    ),
    (
        RENTALS,
        "How much more is the guest price than the member price of the weekend tour?",
        "guest_price_eur less member_price_eur with item Weekend tour: 0 (390 less 390).",
        (5,),
    ),
    (COURSES, "Was ist der günstigste Kurs für Gäste?", "Lowest Preis Gäste (€): Yoga (38).", (3,)),
    (
        COURSES,
        "Welche Kurse kosten Mitglieder weniger als 31 Euro?",
        "Kurs with Preis Mitglieder (€) under 31 Euro (2): Aquarell, Yoga.",
        (2, 3),
    ),
    (
        COURSES,
        "Um wie viel teurer ist Yoga für Gäste als für Mitglieder?",
        "Preis Gäste (€) less Preis Mitglieder (€) with Kurs Yoga: 12.50 (38 less 25,50).",
        (3,),
    ),
    # a name without its unit, or only the part of it before `per`
    (RENTALS, "Which boat has the highest deposit?", "Highest deposit_eur with category boat: Kayak (200).", (2,)),
    (RENTALS, "What is the sum of the deposits of all boats?", "Sum of deposit_eur with category boat: 350.", (1, 2)),
    (TEACHERS, "Which teacher has the fewest hours?", "Lowest Hours per week: Ms Castell (9).", (3,)),
    (COURSES, "Welcher Kurs hat die meisten Stunden?", "Highest Stunden pro Woche: Töpfern (3).", (1,)),
    # goods in another number, and as the last part of a name
    (SALES, "How many Filters were sold?", "Quantity with Product Filter: 40.", (4,)),
    (
        table("orders.csv", "order,product,qty\n1,Desk lamp,2\n2,Lamp shade,3\n3,Lamp,1\n"),
        "How many lamps were sold?",
        "Sum of qty with product Desk lamp or Lamp: 3.",
        (1, 3),
    ),
    (
        ARTICLE_ORDERS,
        "Wie viele Lampen wurden verkauft?",
        "Sum of Menge with Produkt Tischlampe or Lampe: 9.",
        (1, 2, 5),
    ),
    (ARTICLE_ORDERS, "Wie viele Stühle wurden bestellt?", "Menge with Produkt Bürostuhl: 2.", (4,)),
    (ARTICLE_ORDERS, "Wie viele Bestellungen hat Vogel aufgegeben?", "Number of rows with Kunde Vogel: 2.", (2, 5)),
    (
        ARTICLE_ORDERS,
        "Wie viele Bestellungen wurden im Mai versandt?",
        "Number of rows with Bestelldatum im Mai and Status versandt: 1.",
        (2,),
    ),
    (ARTICLE_ORDERS, "Welche Bestellungen sind noch offen?", "Bestellnr with Status offen (1): 13.", (3,)),
    (ARTICLE_ORDERS, "Was hat Berger bestellt?", "Produkt with Kunde Berger (2): Tischlampe, Lampenschirm.", (1, 3)),
    (ARTICLE_ORDERS, "Wie viele Kunden gibt es?", "Number of different values of Kunde: 3.", (1, 2, 3, 4, 5)),
    (ARTICLE_ORDERS, "Wie viele Stück wurden insgesamt verkauft?", "Sum of Menge: 15.", (1, 2, 3, 4, 5)),
    (ARTICLE_ORDERS, "Welches Produkt ist am teuersten?", "Highest Einzelpreis: Bürostuhl (189,00).", (4,)),
    (ARTICLES, "Wie viele Hämmer gibt es?", "Bestand for Hammer: 6.", (1,)),
    (PRICES, "How many jams are there?", "stock for Jam: 5.", (2,)),
    (STOCKS, "How many jams are there?", "Sum of stock with article Jam: 13.", (3, 4)),
    (STOCKS, "How many jams are there per shop?", "Sum of stock by shop with article Jam: North (6), South (7).", (3, 4)),
    # columns that are months, and what money is spent on
    (BUDGET, "How much is budgeted for travel in March?", "Mar for Travel: 300.", (2,)),
    (BUDGET, "How much do we spend on rent in February?", "Feb for Rent: 900.", (1,)),
    (BUDGET, "How much did we spend on travel?", "Total for Travel: 600.", (2,)),
    (BUDGET, "What is the total for January?", "Sum of Jan: 1,100.", (1, 2)),
    (BUDGET, "What is the total of the budget?", "Sum of Total: 3,350.", (1, 2)),
    # states and days that say what was done
    (TASKS, "How many tasks are paid?", "Number of rows with Paid yes: 2.", (1, 3)),
    (TASKS, "Which tasks are not paid?", "Task with Paid no (1): Fix.", (2,)),
    (TICKETS, "How many tickets were closed in March?", "Number of rows with State closed and Closed on in March: 1.", (2,)),
    (HOUSES, "How many houses are sold?", "Number of rows with State sold: 2.", (1, 3)),
    (COMMANDES, "Combien de commandes ont été passées ?", "Number of rows: 2.", (1, 2)),
    # which there are
    (ORDERS, "Which countries are there?", "country (3): Germany, France, Spain.", (1, 2, 3, 4, 5, 6)),
    (ORDERS, "List all statuses", "status (3): open, closed, cancelled.", (1, 2, 3, 4, 5, 6)),
    (ORDERS, "Which customers are in Germany?", "customer with country Germany (2): Anna, Olga.", (1, 3, 6)),
    (EMPLOYEES, "Which employees are in CA?", "name with state CA (2): Dee, Eve.", (4, 5)),
    (MOVIES, "Which movies have a rating over 7?", "title with rating over 7 (2): Alpha, Gamma.", (1, 3)),
]  # fmt: skip


@pytest.mark.parametrize(("asked", "question", "sentence", "rows"), COMPUTED, ids=[case[1] for case in COMPUTED])
def test_what_is_computed(asked: TableText, question: str, sentence: str, rows: tuple[int, ...]) -> None:
    found = computed(question, [asked])

    assert found is not None
    assert found.sentence == sentence
    assert found.rows == rows
    assert found.of == len(rows)


@settings(max_examples=300)
@given(
    st.sampled_from(COMPUTED),
    st.sampled_from("usually returned yesterday Italian half twice their lately ago only nearly".split()),  # noqa: SIM905
    st.data(),
)
def test_one_word_that_is_not_understood_stops_everything(
    case: tuple[TableText, str, str, tuple[int, ...]], word: str, data: st.DataObject
) -> None:
    asked, question, _, _ = case
    split = question.split()
    place = data.draw(st.integers(0, len(split)))

    found = computed(" ".join([*split[:place], word, *split[place:]]), [asked])

    assert found is None


TRAININGS = table(
    "training-records.csv",
    "Record,Employee,Course,Hours,Score,Status\n1,Ann Lee,First aid,8,71,Passed\n2,Bo Kim,First aid,8,40,Failed\n"
    "3,Ann Lee,Fire warden,4,90,Passed\n4,Cy Orr,First aid,8,,Planned\n5,Cy Orr,Fire warden,4,55,Failed\n",
)
VACUUMS = table("vacuum-guide.csv", "Model,Weight (kg),Noise (dB)\nLumira,2.3,68\nTorvik,3.1,74\nHexa,2.1,72\n")


@pytest.mark.parametrize(
    ("asked", "question", "sentence"),
    [
        (TRAININGS, "Who failed first aid?", "Employee with Status Failed and Course First aid (1): Bo Kim."),
        (TRAININGS, "who passed first aid", "Employee with Status Passed and Course First aid (1): Ann Lee."),
        (
            TRAININGS,
            "Who didn't pass first aid?",
            "Employee with Status other than Passed and Course First aid (2): Bo Kim, Cy Orr.",
        ),
        (TRAININGS, "How many people failed?", "Number of different values of Employee with Status Failed: 2."),
        (TRAININGS, "Which courses did Cy Orr fail?", "Course with Employee Cy Orr and Status Failed (1): Fire warden."),
        (TRAININGS, "Which courses did Ann Lee fail?", "Course with Employee Ann Lee and Status Failed (0): none."),
        (TRAININGS, "How many trainings are still planned?", "Number of rows with Status Planned: 1."),
        (TRAININGS, "how many hours of training has Ann Lee done in total", "Sum of Hours with Employee Ann Lee: 12."),
        (TRAININGS, "Who got the best result in First aid?", "Highest Score with Course First aid: Ann Lee (71)."),
        (TRAININGS, "What was the worst mark in First aid?", "Lowest Score with Course First aid: Bo Kim, Failed (40)."),
        (VACUUMS, "whats the quietest one", "Lowest Noise (dB): Lumira (68)."),
        (VACUUMS, "Which vacuum is the heaviest?", "Highest Weight (kg): Torvik (3.1)."),
        (VACUUMS, "the lightest model", "Lowest Weight (kg): Hexa (2.1)."),
    ],
)
def test_what_people_did_and_what_is_most(asked: TableText, question: str, sentence: str) -> None:
    found = computed(question, [asked])

    assert found is not None
    assert found.sentence == sentence


LEFT_ALONE: list[tuple[TableText, str]] = [
    (FLIGHTS, "How many passengers came from Alta?"),
    (UNSURE, "What is the total amount?"),  # one has no currency
    (EXPENSES, "How much is the hotel?"),
    (BOOKINGS, "How many hotel nights were booked?"),
    (EXPENSES, "How much did Henrik claim?"),
    (WARES, "How many desks are in stock?"),
    (WARES, "What is the total stock of blue chairs?"),
    (EXPENSES, "How much did Okafors claim?"),
    (TRIPS, "How many passengers went to Paris?"),
    # a condition that is nowhere in the table
    (ORDERS, "How many orders are in Italy?"),
    (ORDERS, "How many happy orders are in Germany?"),
    (ORDERS, "How many orders were shipped in 2023?"),
    (ORDERS, "How many orders did Anna cancel?"),
    (ORDERS, "How many orders are in Germany this year?"),
    (ORDERS, "How many orders are out?"),
    (ORDERS, "How many orders have a return?"),
    (ORDERS, "How many orders by Annas?"),
    (COMMANDES, "Combien de commandes en été ?"),
    (COMMANDES, "Quel est le montant total en été ?"),
    (EMPLOYEES, "How many employees are in Indiana?"),
    (EMPLOYEES, "How many men are in IT?"),
    (MOVIES, "How many movies are about war?"),
    (MOVIES, "How many actors are in Alpha?"),
    # two readings
    (ORDERS, "How many orders are open or in Germany?"),
    (EMPLOYEES, "How many employees are over 40?"),
    (EMPLOYEES, "How many employees are between 30 and 40?"),
    (EMPLOYEES, "How many employees are in it?"),
    (EMPLOYEES, "How many employees in or?"),
    (MOVIES, "How many movies before March 2003?"),
    (ORDERS, "How many customers have more than 2 orders?"),
    (ORDERS, "How many customers have more than 2 open orders?"),
    (ORDERS, "Which countries have at least 2 orders?"),
    (ORDERS, "Which customers have a total amount over 100?"),
    (ORDERS, "How many amounts are over 50?"),
    (ORDERS, "What is the average amount over 50 per country?"),
    (ORDERS, "How many amounts are there?"),
    (EMPLOYEES, "How many salaries are there?"),
    (ORDERS, "How many are there?"),
    (ORDERS, "How many columns are there?"),
    (ORDERS, "How many files are there?"),
    (ORDERS, "How many tables are in the document?"),
    (ORDERS, "How many states are there?"),
    (ORDERS, "How many values are there?"),
    (ORDERS, "How many documents are in Germany?"),
    (ORDERS, "How many orders are there in Germany and how many in France?"),
    (ORDERS, "How many orders are in Germany and not in France?"),
    (ORDERS, "What is the average number of orders per country?"),
    (ORDERS, "What is the total amount of order 3?"),
    (ORDERS, "How many orders with amount between 100 and 20?"),
    (ORDERS, "How many orders in January?"),
    (ORDERS, "How many orders per day?"),
    (ORDERS, "the top 10% of orders by amount"),
    (ORDERS, "How many more orders are open than closed?"),
    (SALES, "Which customer has not ordered a Kettle?"),
    (SALES, "Which customer returned the most?"),
    (SALES, "How many sales were there?"),
    (SALES, "How much does a Kettle weigh?"),
    (SALES, "What percentage of orders from Alpina was cancelled?"),
    (SALES, "How many orders in May are open and may be cancelled?"),
    (ORDERS, "What did Anna order?"),
    (ORDERS, "Which product was ordered most?"),
    (EMPLOYEES, "Which department earns the most?"),
    (EMPLOYEES, "How much do employees earn?"),
    (EMPLOYEES, "Who was born first?"),
    (MOVIES, "Who directed the most movies?"),
    (MOVIES, "Which movie sold best?"),
    # whom a price is for, when that is not certain
    (RENTALS, "What is the most expensive boat?"),
    (RENTALS, "What is the cheapest boat for children?"),
    (RENTALS, "What is the cheapest boat for members and guests?"),
    (RENTALS, "What is the most expensive boat for new members?"),
    (RENTALS, "What is the cheapest boat for members of the club?"),
    (RENTALS, "What is the latest boat for members?"),
    (RENTALS, "Which is the cheapest member?"),
    (RENTALS, "Which boats cost less than 30 euros?"),
    (RENTALS, "Which boats cost members less than 30 dollars?"),
    (RENTALS, "Which boats cost members or guests less than 30 euros?"),
    (RENTALS, "Which boats cost members less than guests?"),
    (RENTALS, "Which Canoe costs members less than 30 euros?"),
    (RENTALS, "Which boats?"),
    (RENTALS, "What do members pay?"),
    (RENTALS, "How much more do guests pay than members?"),
    (RENTALS, "How much more do guests pay than members for boats?"),
    (RENTALS, "How much more do guests pay than children for the Canoe?"),
    (RENTALS, "How much more do guests spend than members for the Canoe?"),
    (RENTALS, "How much more does the Kayak cost than the Canoe?"),
    (RENTALS, "How much more is the deposit than the member price of the Canoe?"),
    (table("goods.csv", "good,new price,old price\nLamp,5,7\nDesk,9,8\n"), "What is the most expensive new good?"),
    (
        table("goods.csv", "good,member price (€),guest price ($)\nLamp,5,7\nDesk,9,8\n"),
        "How much more do guests pay than members for the lamp?",
    ),
    (
        table("plans.csv", "plan,member price,member limit\nSmall,5,7\nLarge,9,8\n"),
        "What is the cheapest plan for members?",
    ),
    # a name without its unit, or only the part of it before `per`, when that is not certain
    (RENTALS, "Which boat has the most hours?"),
    (table("rents.csv", "rent,deposits_eur\nA,5\nB,4\n"), "How many deposits are there?"),
    (RENTALS, "How much is the deposit?"),
    (RENTALS, "How much is the deposit for boats?"),
    (TEACHERS, "How many hours are there?"),
    (TEACHERS, "What is the total of hours?"),
    (TEACHERS, "Which teacher has the fewest subjects?"),
    (
        table("courses.csv", "course,hours per week,weeks\nA,5,7\nB,4,9\n"),
        "Which course has the most hours?",
    ),
    (
        table("courses.csv", "course,hours per week,hours in total\nA,5,about 60\nB,4,70\n"),
        "Which course has the most hours?",
    ),
    (
        table("claims.csv", "claim,amount_eur,amount local\nA,5,7\nB,4,9\n"),
        "What is the total amount?",
    ),
    (
        table("claims.csv", "claim,weight_kg,weight_lb\nA,5,7\nB,4,9\n"),
        "What is the total weight?",
    ),
    (table("shirts.csv", "shirt,size_m,size_s\nA,5,7\nB,4,9\n"), "Which shirt has the highest size?"),
    # goods, months and states that are not there
    (SALES, "How many Kettles are there?"),
    (ARTICLE_ORDERS, "Wie viele Sofas wurden verkauft?"),
    (ARTICLE_ORDERS, "Wie viele Schirme wurden im Mai geliefert?"),
    (table("verkauf.csv", "Nr,Produkt,Menge\n1,Hering,2\n2,Schwein,3\n"), "Wie viele Ringe wurden verkauft?"),
    (table("verkauf.csv", "Nr,Produkt,Menge\n1,Hering,2\n2,Schwein,3\n"), "Wie viele Weine wurden verkauft?"),
    (table("orders.csv", "order,product,qty\n1,Keyboard,2\n2,Skateboard,3\n"), "How many boards were sold?"),
    (BUDGET, "What is the total for April?"),
    (BUDGET, "How much is budgeted for catering?"),
    (BUDGET, "How much did we spend on travel in 2024?"),
    (TICKETS, "How many tickets were there in March?"),
    # another unit, another sign
    (EMPLOYEES, "How many employees have a salary over 55,000 euros?"),
    (ORDERS, "How many orders have an amount over -5?"),
    (ORDERS, "How many orders have an amount over 1.000?"),
    (ORDERS, "How many orders have an amount over 50%?"),
    # what cannot be added up
    (EMPLOYEES, "What is the total age?"),
    (MOVIES, "What is the total rating?"),
    # more than one figure, or another one
    (EMPLOYEES, "What's the difference between the highest and lowest salary?"),
    (EMPLOYEES, "average age by department and state"),
    (ORDERS, "How many orders are only in Germany?"),
    (ORDERS, "How many orders are not over 50?"),
    (ORDERS, "What is the average and the highest amount?"),
    # no question for a figure
    (ORDERS, "Who is Anna?"),
    (ORDERS, "Why are there so many open orders?"),
    (ORDERS, "Show all rows"),
    (ORDERS, "Tell me about the orders in Germany."),
    (ORDERS, "What's the average amount in 2021?"),
    (ORDERS, ""),
    (ORDERS, "how many " * 60),
]


@pytest.mark.parametrize(("asked", "question"), LEFT_ALONE, ids=[case[1][:60] for case in LEFT_ALONE])
def test_what_is_left_to_the_language_model(asked: TableText, question: str) -> None:
    assert computed(question, [asked]) is None


def test_a_result_says_over_which_rows_of_which_table() -> None:
    found = computed("What is the average amount of closed orders?", [ORDERS])

    assert found is not None
    assert found.how == "Average amount with status closed, computed over 2 of the 6 rows of orders.csv."
    assert found.table is ORDERS
    assert [value.number for value in found.values] == [160.12]


def test_a_figure_of_one_row_is_read_not_computed() -> None:
    found = computed("How much did we spend on travel?", [BUDGET])

    assert found is not None
    assert found.how.startswith("Total for Travel, read from 1 of the 2 rows of budget.csv.")


def test_of_many_rows_the_first_twenty_are_named() -> None:
    long = table("items.csv", "item,kind,price\n" + "".join(f"i{number},{number % 2},5\n" for number in range(100)))

    found = computed("How many items are there?", [long])

    assert found is not None
    assert (len(found.rows), found.of) == (20, 100)


@pytest.mark.parametrize(
    ("question", "name"),
    [
        ("Which department has the most employees?", "employees.csv"),
        ("Which genre has the most movies?", "movies.csv"),
        ("How many rows are there?", None),
        ("How many rows are in orders?", "orders.csv"),
    ],
)
def test_of_several_tables_the_one_that_is_meant(question: str, name: str | None) -> None:
    found = computed(question, [ORDERS, EMPLOYEES, CITIES, MOVIES])

    assert (found.table.name if found else None) == name


def test_lines_without_words_are_no_rows() -> None:
    behind = TableText("items.csv", ("item", "price"), "item: a; price: 5\nitem: b; price: 7\n\n")
    between = TableText("items.csv", ("item", "price"), "item: a; price: 5\n\nitem: b; price: 7\n")

    found = computed("How many items are there?", [behind])

    assert found is not None
    assert found.sentence == "Number of rows: 2."
    assert computed("How many items are there?", [between]) is None


@pytest.mark.parametrize("text", ["", "\n", "no cells at all\n", "other: 5\n"])
def test_a_text_that_is_no_such_table_gives_nothing(text: str) -> None:
    assert computed("What is the total price?", [TableText("items.csv", ("item", "price"), text)]) is None


def test_ties_are_all_named() -> None:
    tied = table("prices.csv", "article,price\nLamp,5\nDesk,9\nChair,9\n")

    found = computed("Which article is the most expensive?", [tied])

    assert found is not None
    assert found.sentence == "Highest price: Desk (9), Chair (9)."


def test_a_last_row_of_totals_is_left_out_and_one_among_the_rows_stops_everything() -> None:
    last = table("sales.csv", "region,amount\nNorth,5\nSouth,7\nTotal,12\n")
    among = table("sales.csv", "region,amount\nNorth,5\nSubtotal,5\nSouth,7\nWest,1\n")

    found = computed("What is the total amount?", [last])

    assert found is not None
    assert found.sentence == "Sum of amount: 12."
    assert found.how.endswith("The last row, which holds totals, was left out.")
    assert computed("What is the total amount?", [among]) is None


def test_a_file_of_two_things_does_not_call_its_rows_by_one_of_them() -> None:
    both = table("employees and contractors.csv", "name,kind\nAnn,employee\nBob,freelance\nCid,employee\n")

    assert computed("How many contractors are there?", [both]) is None


@pytest.mark.parametrize("question", ["How many languages like C are there?", "How many rows with language C?"])
def test_values_that_differ_in_signs_only_are_not_mixed_up(question: str) -> None:
    languages = table("rows.csv", "nr,language,year\n1,C++,1985\n2,C#,2000\n3,C++,1999\n")

    assert computed(question, [languages]) is None


def test_empty_cells_are_left_out_of_an_average_and_this_is_said() -> None:
    gaps = table("items.csv", "item,weight\na,10\nb,\nc,20\nd,n/a\n")

    found = computed("What is the average weight?", [gaps])

    assert found is not None
    assert found.sentence == "Average weight: 15.00."
    assert found.how.endswith("2 rows have no weight.")


@pytest.mark.parametrize(
    ("question", "expected"),
    [("How many orders?", True), ("orders per country", True), ("Tell me about Aurora.", False), ("word " * 41, False)],
)
def test_most_questions_need_no_table(question: str, expected: bool) -> None:
    assert may_be_computed(question) is expected


def test_an_order_is_called_by_its_number_even_where_each_customer_ordered_once() -> None:
    orders = table("orders.csv", "order_id,customer,product,quantity,total\n1,Anna,Pen,2,20\n2,Olga,Pen,3,90\n3,Peter,Cup,1,45\n")

    largest, highest = (
        computed(question, [orders]) for question in ("What was the largest order?", "What is the highest total?")
    )

    assert largest is not None
    assert highest is not None
    assert largest.sentence == "Highest total: order_id 2 (90)."
    assert highest.sentence == "Highest total: Olga (90)."


@pytest.mark.parametrize(
    ("amount", "count"), [("50,000", 5), ("50.000,50", 5), ("50'000", 5), ("50.000", None), ("5'11", None), ("5.1.1", None)]
)
def test_an_amount_in_a_question_is_read_if_its_digits_are_one_number(amount: str, count: int | None) -> None:
    found = computed(f"How many employees have a salary over {amount}?", [EMPLOYEES])

    assert (None if found is None else found.values[0].number) == count


def test_a_count_in_words_may_be_up_to_nineteen() -> None:
    found = computed("Which fifteen employees have the highest salary?", [EMPLOYEES])

    assert found is not None
    assert found.sentence.startswith("Highest salary: Dee ($70,000), Bob ($61,500)")
