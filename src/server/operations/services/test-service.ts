import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { availableCouriers } from '#server/commerce/couriers/couriers.ts'
import { CourierError } from '#server/commerce/couriers/model/courier-descriptor.ts'
import { findOnlineGateway } from '#server/commerce/gateways/find-gateway.ts'
import type { PaymentServices } from '#server/commerce/gateways/model/gateway.ts'
import { listOfSecrets } from '#server/commerce/gateways/model/gateway-descriptor.ts'
import { errorCode, errorMessage } from '#server/platform/kernel/errors.ts'
import { openTransports } from '#server/platform/notify/open-transports.ts'
import { DeliveryError } from '#server/platform/notify/transport.ts'
import { cdnInForce } from '#server/shop/cdn/cdns.ts'
import { readDefaultChannel } from '#server/shop/channels/read-channel.ts'
import type { Service, Values } from './services.ts'

/** Longer than the limits of the clients of mail, SMS and gateways, which repeat a request once. */
const TIMEOUT_MS = 20_000
const MAX_REASON = 240

type Test = { service: Service; values: Values; mailTo: string; smsTo: string | undefined; storeName: string }

/**
 * Uses the keys in force once: a mail or an SMS, or a payment of one unit that is started and closed again without an order.
 * @returns why they do not work, for staff, without any of their values; null when they do.
 */
export async function testService(services: PaymentServices, test: Test): Promise<string | null> {
  const answered = new AbortController()
  const late = sleep(TIMEOUT_MS, undefined, { signal: answered.signal }).then(() => {
    throw new DOMException('There was no answer in time', 'TimeoutError')
  })
  // Aborted after an answer.
  late.catch(() => {})
  try {
    await Promise.race([use(services, test), late])
    return null
  } catch (error) {
    services.log.warn({ service: test.service.code, code: codeOf(error) }, 'the test of a service failed')
    return withoutSecrets(reasonOf(error, test.service), test).slice(0, MAX_REASON)
  } finally {
    answered.abort()
  }
}

async function use(services: PaymentServices, { service, mailTo, smsTo, storeName }: Test): Promise<void> {
  if (service.kind === 'payment') return startPayment(services, service)
  if (service.kind === 'courier') return askCourier(services, service)
  if (service.kind === 'cdn') return purgeNothing(services)
  const transports = openTransports(services.config)
  const text = `This is a test of ${storeName}. The keys work: messages of the shop are sent.`
  const message = { id: Date.now(), kind: 'service_test', subject: `Test of ${storeName}`, text, html: null }
  try {
    if (service.kind === 'mail') await transports.mail?.({ ...message, recipient: mailTo })
    else await transports.sms?.({ ...message, recipient: smsTo ?? '' })
  } finally {
    transports.close()
  }
}

async function askCourier({ config }: PaymentServices, { code }: Service) {
  const found = availableCouriers(config).find(({ descriptor }) => descriptor.code === code)
  if ((await found?.descriptor.checkKeys?.(found.keys)) !== 'works')
    throw Object.assign(new Error(), { statusCode: 401 })
}

/** Purges a tag that no page has. */
async function purgeNothing({ config }: PaymentServices) {
  const cdn = cdnInForce(config)
  await cdn?.descriptor.purge(cdn.keys, [cdn.descriptor.tagOf('service-test')], { isHard: false })
}

/** The company has a payment of one unit, which is closed again and which no order of the shop knows. */
async function startPayment(services: PaymentServices, { code }: Service) {
  const gateway = findOnlineGateway(services, code)
  if (!gateway) throw new Error('There are no keys')
  const { currency, currency_decimals } = await readDefaultChannel(services.db)
  const id = `pay_${randomBytes(18).toString('base64url')}`
  const { gatewayPaymentId } = await gateway.start({
    id,
    orderNo: 'TEST',
    amount: 10 ** currency_decimals,
    currency,
    ...{ returnPath: '/', cancelPath: '/', postedBackPath: '/' },
  })
  try {
    await gateway.cancel?.({ id, gatewayPaymentId })
  } catch (error) {
    // It ends by itself: the keys have worked.
    services.log.warn({ gateway: code, code: codeOf(error) }, 'the payment of a test was not closed')
  }
}

/** Of an error of a client: its own code, or the status of the answer. */
const codeOf = (error: unknown): string | undefined => errorCode(error) ?? statusOf(error)

const statusOf = (error: unknown): string | undefined =>
  typeof error === 'object' && error !== null && 'statusCode' in error && error.statusCode
    ? String(error.statusCode)
    : undefined

const refused: readonly (string | undefined)[] = ['EAUTH', '401', '403']
const unreachable: readonly (string | undefined)[] = [
  ...[
    'EDNS',
    'ENOTFOUND',
    'EAI_AGAIN',
    'ESOCKET',
    'ECONNECTION',
    'ECONNREFUSED',
    'ECONNRESET',
    'EHOSTUNREACH',
  ],
]

/** What staff read first says what to check; the service's own words follow. */
function reasonOf(error: unknown, { kind, name }: Service): string {
  if (error instanceof CourierError) return `${error.message}.`
  const code = codeOf(error)
  const own = repliedIn(error)
  const withReply = (text: string) => (own ? `${text} It said: ${own}` : text)
  if (refused.includes(code) || refused.includes(statusOf(error)))
    return withReply(
      kind === 'mail'
        ? 'The mail server refused the user name or the password.'
        : `${name} refused the keys.`,
    )
  if (code === 'ETIMEDOUT' || (error instanceof Error && error.name === 'TimeoutError'))
    return kind === 'mail'
      ? 'The mail server did not answer in time. Check its name and port.'
      : `${name} did not answer in time.`
  if (unreachable.includes(code) || error instanceof TypeError)
    return kind === 'mail'
      ? 'There is no connection to the mail server. Check its name, port and encryption.'
      : `${name} could not be reached.`
  // A client of a payment company that got no answer names no status.
  if (kind === 'payment' && statusOf(error) === undefined)
    return `There was no usable answer of ${name}: ${own}`
  if (code === 'EENVELOPE') return withReply('The mail server refused the sender or the recipient.')
  return withReply(`${kind === 'mail' ? 'The mail server' : name} did not accept the test.`)
}

/** What the service wrote: the reply of a mail server, the description of Razorpay, the message of Stripe. */
function repliedIn(error: unknown): string {
  if (error instanceof DeliveryError) return error.reply || error.message
  const inner = typeof error === 'object' && error !== null && 'error' in error ? error.error : undefined
  if (typeof inner === 'object' && inner !== null && 'description' in inner) return String(inner.description)
  return error instanceof Error ? errorMessage(error) : ''
}

/** A service may repeat what it was sent. */
function withoutSecrets(text: string, { service, values }: Test): string {
  return Object.entries(service.variables)
    .flatMap(([name, { isSecret }]) => (isSecret ? secretParts(values[name] ?? '') : []))
    .filter((part) => part.length >= 4)
    .toSorted((a, b) => b.length - a.length)
    .reduce((masked, part) => masked.replaceAll(part, '••••'), text)
}

/** Of an address its password, as it is written and as it is sent, and its path. */
function secretParts(value: string): string[] {
  if (!value.includes('://') || !URL.canParse(value)) return [value, ...listOfSecrets(value)]
  const { password, pathname, search } = new URL(value)
  return [password, decoded(password), pathname, search]
}

const decoded = (text: string) => new URLSearchParams(`text=${text.replaceAll('+', '%2B')}`).get('text') ?? ''
