import type { FastifyInstance } from 'fastify'
import { formatMoney, money } from '#contract/money.ts'
import type { PaymentServices } from '#server/commerce/gateways/model/gateway.ts'
import { ownOriginsOf, requireOwnOrigin } from '#server/platform/kernel/csrf.ts'
import { ShopError } from '#server/platform/kernel/errors.ts'
import { IN_WINDOW } from './gateway.ts'
import { capture, captureAfter, fail, findInLedger, type LedgerRow } from './ledger.ts'
import { type Choice, choices, leavingPage, testGatewayPage, unknownPaymentPage } from './page.ts'
import { deliver, noticeOf } from './send-notice.ts'

/** Delay of a late payment: long enough to see the waiting state, short enough to wait for. */
const LATE_SECONDS = 8

/**
 * The test gateway's hosted page, `/test-gateway/{payment}`, absent in production. The payment's id is enough
 * to decide it, as with any payment page's link.
 */
export function serveTestGateway(app: FastifyInstance, services: PaymentServices) {
  const { db, config, log } = services
  const ownOrigins = ownOriginsOf(config.storeUrl)
  const late = new Set<NodeJS.Timeout>()
  app.addHook('onClose', async () => late.forEach(clearTimeout))

  app.register(async (pages) => {
    pages.removeAllContentTypeParsers()
    pages.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      (_request, body, done) => done(null, new URLSearchParams(String(body))),
    )

    // A payment that has begun can be completed while the store is closed.
    pages.get<{ Params: { payment: string } }>(
      '/test-gateway/:payment',
      { config: { whileLocked: true } },
      async ({ params }, reply) => {
        const row = await findInLedger(db, params.payment)
        const page = row ? testGatewayPage(row, sumOf(row)) : unknownPaymentPage()
        return reply
          .code(row ? 200 : 404)
          .headers(page.headers)
          .send(page.body)
      },
    )

    pages.post<{ Params: { payment: string }; Querystring: Record<string, string> }>(
      '/test-gateway/:payment',
      {
        config: { whileLocked: true },
        onRequest: async (request) => requireOwnOrigin(request, ownOrigins),
        errorHandler: (error, _request, reply) =>
          reply
            .code(error instanceof ShopError ? error.httpStatus : 400)
            .type('text/plain; charset=utf-8')
            .send('This request could not be read'),
      },
      async ({ params, query, body }, reply) => {
        const row = await findInLedger(db, params.payment)
        const choice = body instanceof URLSearchParams ? body.get('choice') : null
        const unknown = unknownPaymentPage()
        if (!row) return reply.code(404).headers(unknown.headers).send(unknown.body)
        const isInWindow = query[IN_WINDOW] !== undefined
        const own = `/test-gateway/${row.reference}${isInWindow ? `?${IN_WINDOW}` : ''}`
        // Without a choice: redirects the form post that leads to the page.
        const location = isChoice(choice) ? await decide(row, choice) : own
        if (isInWindow && location !== own) {
          const leaving = leavingPage(location)
          return reply.headers(leaving.headers).send(leaving.body)
        }
        return reply.code(303).header('cache-control', 'no-store').header('location', location).send()
      },
    )
  })

  /** Applies the choice, notifies the shop, and returns where the shopper goes. */
  async function decide({ reference, return_path, cancel_path }: LedgerRow, choice: Choice): Promise<string> {
    if (choice === 'pay') await notifyShop(await capture(db, reference))
    if (choice === 'notify_twice') await notifyShop(await capture(db, reference), 2)
    if (choice === 'decline') await notifyShop(await fail(db, reference, 'declined'))
    if (choice === 'time_out') await notifyShop(await fail(db, reference, 'timed_out'))
    if (choice === 'cancel') {
      await notifyShop(await fail(db, reference, 'cancelled'))
      return cancel_path
    }
    if (choice === 'pay_late' && (await captureAfter(db, reference, LATE_SECONDS))) tellLater(reference)
    return return_path
  }

  /** Sends the message `times` times simultaneously. An earlier decision is not sent again. */
  async function notifyShop(row: LedgerRow | undefined, times = 1) {
    if (!row) return
    const notice = noticeOf(config, row)
    await Promise.all(Array.from({ length: times }, () => deliver(app, notice)))
  }

  /** Lost when the process ends: the shop then finds out by asking, as with any lost webhook. */
  function tellLater(reference: string) {
    const timer = setTimeout(
      async () => {
        late.delete(timer)
        try {
          const row = await findInLedger(db, reference)
          if (row?.status === 'captured') await notifyShop(row)
        } catch (error) {
          log.warn({ err: error }, 'test gateway: a late message was lost')
        }
      },
      LATE_SECONDS * 1_000 + 500,
    )
    timer.unref()
    late.add(timer)
  }
}

const isChoice = (value: string | null): value is Choice => value !== null && Object.hasOwn(choices, value)

const sumOf = ({ amount, currency }: LedgerRow) =>
  formatMoney(money(amount, currency), currency === 'INR' ? 'en-IN' : 'en')
