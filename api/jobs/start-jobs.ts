import { makeAgentStatements } from '../agents/make-statements.ts'
import { createJobQueue, type JobName, type JobPlan } from '../db/job-queue.ts'
import { isDatabaseUnavailable } from '../db/database-unavailable.ts'
import { type ApiDeps } from '../deps.ts'
import { describeJobFailure } from '../platform/rules/describe-failure.ts'
import { recoverMissedEvents } from '../platform/provider-events/catch-up-events.ts'
import { recoverMissedPayouts } from '../bookkeeping/payouts/catch-up-payouts.ts'
import { processDepartureCancellations } from '../disruptions/work-departure-cancellations.ts'
import { runDueIntegrityChecks } from '../bookkeeping/integrity-checks/work-integrity-runs.ts'
import { recordDepartures } from '../bookkeeping/departure-records/record-departures.ts'
import { mailSavedReports } from '../bookkeeping/saved-reports/mail-saved-reports.ts'
import { runDueReports } from '../bookkeeping/reports/run-report.ts'
import { cleanUp } from '../platform/clean-up.ts'
import { settleClockJump } from '../platform/settle-clock-jump.ts'
import { LONGEST_TRIAL_HOURS, tryNightlyRestore } from '../platform/restore-trials/try-nightly-restore.ts'
import { registerMails } from '../platform/register-mails.ts'
import { registerTexts } from '../platform/register-texts.ts'
import { registerMoneyHandlers } from '../platform/register-money-handlers.ts'
import { remindOfBalances } from '../staff-sales/balance/remind-of-balances.ts'
import { createManualRefundTasks } from '../staff-sales/request-cash-refund.ts'
import { expireOrders } from '../orders/expire-orders.ts'
import { sendCare } from '../care/send-care.ts'
import { sendDueGifts } from '../gifts/send-due-gifts.ts'
import { sendReminders } from '../orders/checkout-transfer/send-checkout-reminders.ts'
import { serveWaitlists } from '../waitlist/serve-waitlists.ts'
import { sendMails } from '../mails/send-mails.ts'
import { sendTexts } from '../texts/send-texts.ts'
import { sweepPayments } from '../payments/sweep-payments.ts'
import { sweepSubscriptions } from '../memberships/sweep-subscriptions.ts'
import { deliverWebhooks } from '../webhooks/deliver-webhooks.ts'
import { processProviderEvents } from '../platform/provider-events/work-provider-events.ts'
import { publishDueTexts } from '../written-texts/publish-due-texts.ts'

export interface Jobs {
  stop(): Promise<void>
  /** False before the queue runs, after it stopped, and while a job fails every time. */
  healthy(): boolean
  /** Runs everything that is due at once, without the queue; for tests and for shutting down. */
  runDueNow(): Promise<void>
}

type Work = (deps: ApiDeps, stopping: AbortSignal) => Promise<unknown>

/** After this many failures in a row a job counts as broken. */
const BROKEN_AFTER = 5
const EVERY_MINUTE = '* * * * *'
const EVERY_FIVE_MINUTES = '*/5 * * * *'

/**
 * Starts the background jobs. Due work is stored in tables (outbox, inbox, attempts, holds), so a
 * lost job loses nothing: the next one does all of it.
 */
export async function startJobs(deps: ApiDeps): Promise<Jobs> {
  registerMails()
  registerTexts()
  registerMoneyHandlers()
  const failures = new Map<JobName, number>()
  const counted = (name: JobName, work: Work) => async (stopping: AbortSignal) => {
    try {
      await work(deps, stopping)
      failures.set(name, 0)
    } catch (error) {
      failures.set(name, (failures.get(name) ?? 0) + 1)
      const isFull = deps.disks?.note(error) ?? false
      deps.log[isDatabaseUnavailable(error) && !isFull ? 'warn' : 'error'](
        { err: error, job: name },
        'a job failed',
      )
      // Staff read this message; the error itself, which may contain personal data, only goes to
      // the log.
      throw new Error(describeJobFailure(error))
    }
  }
  const plans: Record<JobName, JobPlan> = {
    webhooks: { pollSeconds: 1, cron: EVERY_MINUTE, run: counted('webhooks', processProviderEvents) },
    payments: { pollSeconds: 15, cron: EVERY_MINUTE, run: counted('payments', sweepPayments) },
    orders: { pollSeconds: 15, cron: EVERY_MINUTE, run: counted('orders', endHolds) },
    gifts: { pollSeconds: 15, cron: EVERY_MINUTE, run: counted('gifts', sendDueGifts) },
    'call-offs': {
      pollSeconds: 1,
      cron: EVERY_MINUTE,
      run: counted('call-offs', processDepartureCancellations),
    },
    reminders: { pollSeconds: 15, cron: EVERY_MINUTE, run: counted('reminders', runReminders) },
    waitlists: { pollSeconds: 5, cron: EVERY_MINUTE, run: counted('waitlists', serveWaitlists) },
    mails: { pollSeconds: 1, cron: EVERY_MINUTE, run: counted('mails', sendMails) },
    texts: { pollSeconds: 1, cron: EVERY_MINUTE, run: counted('texts', sendTexts) },
    deliveries: { pollSeconds: 5, cron: EVERY_MINUTE, run: counted('deliveries', deliverWebhooks) },
    memberships: { pollSeconds: 2, cron: EVERY_MINUTE, run: counted('memberships', sweepSubscriptions) },
    news: { pollSeconds: 60, cron: '41 */6 * * *', run: counted('news', catchUp) },
    promises: { pollSeconds: 15, cron: EVERY_FIVE_MINUTES, run: counted('promises', runDueIntegrityChecks) },
    reports: { pollSeconds: 1, cron: EVERY_FIVE_MINUTES, run: counted('reports', workReports) },
    content: { pollSeconds: 15, cron: EVERY_MINUTE, run: counted('content', publishDueTexts) },
    cleaning: { pollSeconds: 60, cron: '17 * * * *', run: counted('cleaning', cleanUp) },
    backups: {
      pollSeconds: 60,
      cron: EVERY_FIVE_MINUTES,
      hours: LONGEST_TRIAL_HOURS,
      run: counted('backups', tryNightlyRestore),
    },
  }
  const queue = deps.jobs ?? createJobQueue(deps.database, deps.log)
  await queue.start(plans)
  return {
    stop: () => queue.stop(),
    healthy: () => queue.healthy() && [...failures.values()].every((count) => count < BROKEN_AFTER),
    runDueNow: () => runDue(deps),
  }
}

/** Ends the holds of unpaid orders, by a clock that may have been set back. */
async function endHolds(deps: ApiDeps): Promise<void> {
  await settleClockJump(deps)
  await expireOrders(deps)
}

/**
 * Sends reminders of abandoned checkouts, and what the shop writes by itself: before and after a
 * flight, before the rest of an order is due, and before gift cards and members' cards expire. It tells
 * staff about refunds that nobody collected.
 */
async function runReminders(deps: ApiDeps): Promise<void> {
  await sendReminders(deps)
  await sendCare(deps)
  await createManualRefundTasks(deps)
  await remindOfBalances(deps)
}

/**
 * Makes the agents' statements of a month that has ended, mails what is due on Mondays, records what has
 * left, and adds up long reports.
 */
async function workReports(deps: ApiDeps): Promise<void> {
  await makeAgentStatements(deps)
  await mailSavedReports(deps)
  await recordDepartures(deps)
  await runDueReports(deps)
}

/** Reads provider events that were never delivered. */
async function catchUp(deps: ApiDeps): Promise<void> {
  await recoverMissedEvents(deps)
  await recoverMissedPayouts(deps)
}

/**
 * In this order one run sees a payment through: the event completes the order, the order's mail
 * leaves.
 */
async function runDue(deps: ApiDeps): Promise<void> {
  await settleClockJump(deps)
  await processProviderEvents(deps)
  await sweepPayments(deps)
  await expireOrders(deps)
  await processDepartureCancellations(deps)
  await serveWaitlists(deps)
  await sendDueGifts(deps)
  await runReminders(deps)
  await sweepSubscriptions(deps)
  await workReports(deps)
  await publishDueTexts(deps)
  await sendMails(deps)
  await sendTexts(deps)
  await deliverWebhooks(deps)
  await cleanUp(deps)
}
