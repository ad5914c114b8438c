import { expect, test } from 'vitest'
import type { Endpoint } from '#contract/define-endpoints.ts'
import { endpoints } from '#contract/endpoints.ts'
import { commonErrorCodes, declaredCodes } from '#contract/refusals.ts'
import { rejected } from '#server/platform/kernel/errors.ts'
import { installedPlugins } from '../../src/plugins/installed.server.ts'
import { neverAnsweredByPlugins } from '../matrix/plugins.ts'
import { findHandlers, findRefusingFiles } from './reachable-codes.ts'

const lockedOrder = 'the order is locked and its state is known, so the move is in the table'

const ofStaff = { AGE_UNCONFIRMED: 'staff ask the customer, and the courier checks the age' }

/** Codes in the source that a handler reaches, and that it cannot answer with. */
const neverAnswered: Record<string, Readonly<Record<string, string>>> = {
  'adminOrdersEndpoints.bulk': {
    STALE_RECORD: 'it sends no version to compare',
    ORDER_STATE: 'reported for each order in the results',
    NOTHING_TO_SHIP: 'reported for each order in the results',
    ITEM_SHIPPED: 'reported for each order in the results',
    WAYBILL_TAKEN: 'reported for each order in the results',
    COURIER_UNAVAILABLE: 'reported for each order in the results',
  },
  'adminDemoDataEndpoints.remove': { IN_USE: 'a channel that has orders stays, and the result says so' },
  'adminOrdersEndpoints.quote': ofStaff,
  'adminOrdersEndpoints.create': ofStaff,
  'adminOrdersEndpoints.quoteExchange': ofStaff,
  'adminOrdersEndpoints.exchange': { ...ofStaff, BENEFIT_LOST: 'the rest of the order keeps its discounts' },
  'adminOrdersEndpoints.refund': { BENEFIT_LOST: 'the new order of an exchange is cancelled as a whole' },
  'checkoutEndpoints.placeOrder': { ORDER_STATE: lockedOrder },
  'checkoutEndpoints.processPayment': { ORDER_STATE: lockedOrder },
  'checkoutEndpoints.completePayment': {
    ORDER_STATE: lockedOrder,
    OUT_OF_STOCK: 'settlePayment catches it and refunds the money',
    COUPON_INVALID: 'settlePayment catches it and refunds the money',
  },
  'ordersEndpoints.cancel': { ORDER_STATE: lockedOrder },
  'ordersEndpoints.refundRequest': { ORDER_STATE: lockedOrder },
  'withdrawalEndpoints.state': {
    NOT_REFUNDABLE: 'the statement is stored and staff decide',
    BENEFIT_LOST: 'the statement needs no acceptance of what follows',
    ORDER_STATE: 'the statement is stored and staff decide',
    ORDER_NOT_CANCELLABLE: 'the statement is stored and staff decide',
  },
  ...neverAnsweredByPlugins,
}

/** Files that pass on a refusal, or answer requests that reach no noun. */
const composedRefusals: Record<string, string> = {
  'src/server/commerce/cart/store/write-cart.ts': 'adds the cart to the refusal of another file',
  'src/server/http/api/api-routes.ts': 'answers for unknown endpoints',
  'src/server/http/as-shop-error.ts': 'turns errors of Fastify into refusals',
}

const handlers = await Promise.all(
  findHandlers(process.cwd()).map(async ({ table, endpoint, codes }) => {
    const module = (await import(/* @vite-ignore */ `../../${table.file}`)) as Record<
      string,
      Record<string, Endpoint>
    >
    const found = module[table.name]?.[endpoint]
    if (!found) throw new Error(`${table.file} has no ${table.name}.${endpoint}`)
    return { name: `${table.name}.${endpoint}`, endpoint: found, codes }
  }),
)

test('the source of every endpoint’s handler is found', () => {
  const installed = installedPlugins.flatMap(({ groups }) => groups.map((group) => group.endpoints))
  const all = [...Object.values(endpoints), ...installed].flatMap(
    (table) => Object.values(table) as Endpoint[],
  )

  const found = new Set(handlers.map(({ endpoint }) => endpoint))

  expect(all.filter((endpoint) => !found.has(endpoint)).map(({ summary }) => summary)).toEqual([])
})

test('every code that a handler can refuse with is declared by its endpoint', () => {
  const undeclared = handlers.flatMap(({ name, endpoint, codes }) =>
    [...codes]
      .filter((code) => !isCommon(code) && !declaredCodes(endpoint).includes(code))
      .filter((code) => neverAnswered[name]?.[code] === undefined)
      .map((code) => `${name} can refuse with ${code}: declare it in the contract`),
  )

  expect(undeclared).toEqual([])
})

test('every code that an endpoint declares can be thrown by its handler', () => {
  const unused = handlers.flatMap(({ name, endpoint, codes }) =>
    declaredCodes(endpoint)
      .filter((code) => !codes.has(code))
      .map((code) => `${name} declares ${code}, which nothing throws`),
  )

  expect(unused).toEqual([])
})

test('no endpoint declares a code that every endpoint may answer with', () => {
  const superfluous = handlers.filter(({ endpoint }) => declaredCodes(endpoint).some(isCommon))

  expect(superfluous.map(({ name }) => name)).toEqual([])
})

test('every exception is about a code that its handler reaches and does not declare', () => {
  const outdated = Object.entries(neverAnswered).flatMap(([name, codes]) => {
    const handler = handlers.find((each) => each.name === name)
    return Object.keys(codes).filter(
      (code) => !handler?.codes.has(code) || declaredCodes(handler.endpoint).includes(code),
    )
  })

  expect(outdated).toEqual([])
})

test('the refusals of a noun are created in one file', () => {
  const files = findRefusingFiles(process.cwd()).filter((file) => composedRefusals[file] === undefined)
  const byNoun = Map.groupBy(
    files,
    (file) => /^src\/(?:server\/[^/]+\/[^/]+(?:\/editing)?|plugins\/[^/]+)/.exec(file)?.[0] ?? file,
  )

  const spread = [...byNoun.values()].filter((ofNoun) => ofNoun.length > 1)

  expect(spread).toEqual([])
})

test('a code that no endpoint declares does not compile', () => {
  // @ts-expect-error an unknown code
  expect(rejected('OUT_OF_STOK', 'Misspelt').httpStatus).toBe(409)
})

/** The image process ended: 503, or a document without its logo. */
const common: readonly string[] = [...commonErrorCodes, 'EAGAIN']
function isCommon(code: string) {
  return common.includes(code)
}
