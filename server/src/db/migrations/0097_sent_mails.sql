-- allows older
-- A mail as it was sent, without its links and codes, for as long as its row is kept.
alter table outbox add column sent_subject text;
alter table outbox add column sent_text text;
