-- Who an account was at a processor before it was deleted there and made again: payments of that time still name it.
alter table payment_customers add column former_refs text[] not null default '{}';
