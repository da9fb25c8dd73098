/**
 * Joins the entries `e` of transactions `t` by their transaction. The `offset` keeps the planner
 * from scanning an account's entries, which are too many.
 */
export const ENTRIES = `cross join lateral (
        select account, amount_cents from ledger_entries where transaction_id = t.id offset 0) e`
