-- allows older
-- What calls of a closed day were charged in all; null for days that an earlier version closed.
alter table book_checkpoints add column usage_micros bigint;
-- A mail that came back: when, and what the mail server of its reader replied.
alter table outbox add column bounced_at timestamptz, add column bounce text;
create index outbox_bounced on outbox (bounced_at) where bounced_at is not null;
