-- A customer at the payment service is deleted there once the account is closed; the row stays, so that nobody makes it anew.
alter table payment_customers add column deleted_at timestamptz;
