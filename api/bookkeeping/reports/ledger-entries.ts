/**
 * Joins the entries `e` of transactions `t`. They are found by their transaction: an account has
 * too many to look through for those of a day, and the `offset` keeps the planner from doing so.
 */
export const ENTRIES = `cross join lateral (
        select account, amount_cents from ledger_entries where transaction_id = t.id offset 0) e`
