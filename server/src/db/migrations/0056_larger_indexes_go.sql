-- allows older
do $$ begin
  if (select id from ledger_accounts where name = 'world:usage') <> 3 then
    raise exception 'world:usage is not the third account';
  end if;
end $$;
drop index usage_events_by_task;
drop index ledger_entries_of_account;
