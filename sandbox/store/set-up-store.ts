import { type Query } from './query.ts'

/**
 * Creates the sandbox's database schema unless it exists. A single text is a single transaction,
 * and the advisory lock serialises processes that start at the same time.
 */
export async function setUpStore(query: Query): Promise<void> {
  await query(`
    select pg_advisory_xact_lock(7203115);
    create schema if not exists sandbox;
    create table if not exists sandbox.objects (
      id text primary key,
      seq bigint generated always as identity,
      type text not null,
      version integer not null check (version > 0),
      created bigint not null,
      -- When the object changes by itself (a session expires, a refund settles), in seconds; null
      -- when it does not.
      due bigint,
      data jsonb not null,
      hidden jsonb not null
    );
    create index if not exists objects_newest on sandbox.objects (type, seq desc);
    create index if not exists objects_due on sandbox.objects (due) where due is not null;
    create table if not exists sandbox.answers (
      key text primary key,
      fingerprint text not null,
      started bigint not null,
      request_id text not null,
      status integer,
      body text
    );
    create table if not exists sandbox.mails (
      id bigint generated always as identity primary key,
      sent bigint not null,
      recipient text not null,
      mail jsonb not null
    );
    create index if not exists mails_newest on sandbox.mails (lower(recipient), id desc);
    create table if not exists sandbox.authenticator_keys (
      id bigint generated always as identity primary key,
      account text not null unique,
      secret text not null
    );
    create table if not exists sandbox.texts (
      id bigint generated always as identity primary key,
      sid text not null unique,
      sent bigint not null,
      number text not null,
      sender text not null,
      body text not null,
      is_reply boolean not null,
      -- Where the shop is told what became of it; null once it was told.
      status_url text
    );
    create index if not exists texts_newest on sandbox.texts (number, id desc);
    create index if not exists texts_to_report on sandbox.texts (id) where status_url is not null;
  `)
}
