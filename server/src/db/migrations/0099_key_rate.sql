-- allows older
-- Requests per minute of one API key, below what its login allows; null for as many as the login.
alter table agent_logins add column per_minute integer check (per_minute > 0);
