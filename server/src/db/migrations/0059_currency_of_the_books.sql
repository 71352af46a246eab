-- allows older
-- What the books are kept in: numbers of one currency must not be read as those of another.
create table books_currency (
  id        boolean primary key default true check (id),
  currency  text not null
);
