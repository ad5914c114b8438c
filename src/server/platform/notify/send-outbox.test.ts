import { createServer as createHttpServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { testDatabase } from '#harness/database.ts'
import { startMailServer } from '#harness/mail-server.ts'
import { sendOutbox } from './send-outbox.ts'
import { smsTransport } from './sms-transports.ts'
import { smtpTransport } from './smtp-transport.ts'
import { DeliveryError, type Outgoing } from './transport.ts'

const { db, pool } = await testDatabase({ seed: true })
const links = { storeUrl: 'https://shop.example.com', tokenSecret: 'a secret of at least 32 bytes ...' }
const logged: unknown[] = []
const log = {
  warn: (what: unknown) => void logged.push(what),
  error: (what: unknown) => void logged.push(what),
}

const closing: (() => void)[] = []
afterEach(() => {
  for (const close of closing.splice(0)) close()
})
beforeEach(async () => {
  await db.deleteFrom('outbox').execute()
  logged.length = 0
})

const queue = (
  more: {
    channel?: 'mail' | 'sms'
    kind?: string
    recipient?: string
    text?: string
    created_at?: Date
  } = {},
) =>
  db
    .insertInto('outbox')
    .values({
      channel: 'mail',
      kind: 'note',
      recipient: 'asha@example.com',
      subject: 'Hello',
      text: 'Some words',
      ...more,
    })
    .execute()
const rows = () => db.selectFrom('outbox').selectAll().orderBy('id').execute()
/** Makes the next attempt due now. */
const later = () =>
  db
    .updateTable('outbox')
    .set({ next_attempt_at: new Date(0) })
    .execute()

test('a line break in recipient or subject adds no recipient and no header', async () => {
  const server = await startMailServer()
  closing.push(server.close)
  const { send, close } = smtpTransport(
    { url: `smtp://127.0.0.1:${server.port}`, from: 'shop@example.com' },
    links,
  )
  closing.push(close)
  const message = { id: 8, kind: 'note', text: 'Plain words', html: null }
  await send({
    ...message,
    recipient: 'asha@example.com',
    subject: 'Hello\r\nBcc: mallory@example.com\r\n\r\nForged',
  })
  const [head = ''] = server.got[0]?.split('\r\n\r\n') ?? []
  expect(head).not.toMatch(/^Bcc:/im)
  expect(head).toMatch(/^Subject: Hello +Bcc: mallory@example\.com +Forged$/m)

  await send({
    ...message,
    recipient: 'asha@example.com>\r\nRCPT TO:<mallory@example.com',
    subject: 'Hello',
  }).catch(() => {})
  expect(server.got.slice(1).join()).not.toMatch(/^(To|Bcc|Cc):.*<mallory@example\.com>$/im)
})

test('concurrent senders send each message once', async () => {
  for (let at = 0; at < 25; at++) await queue({ recipient: `asha${at}@example.com` })
  const got: string[] = []
  const transports = { mail: async ({ recipient }: Outgoing) => void got.push(recipient) }

  const sent = await Promise.all([1, 2, 3].map(() => sendOutbox({ db, log, transports })))

  expect(sent.reduce((sum, one) => sum + one, 0)).toBe(25)
  expect(new Set(got).size).toBe(25)
  expect(got).toHaveLength(25)
  expect(await sendOutbox({ db, log, transports })).toBe(0)
})

test('a failing message does not delay others, is retried later and finally given up', async () => {
  await queue({ recipient: 'poison@example.com', text: 'Secret words' })
  await queue({ recipient: 'asha@example.com' })
  const transports = {
    mail: async ({ recipient }: Outgoing) => {
      if (recipient.startsWith('poison')) throw new Error('Secret words could not be sent')
    },
  }
  expect(await sendOutbox({ db, log, transports })).toBe(1)
  expect(await sendOutbox({ db, log, transports })).toBe(0)
  const [poison, fine] = await rows()
  expect(poison).toMatchObject({ sent_at: null, attempts: 1, given_up_at: null })
  expect(fine?.sent_at).toBeInstanceOf(Date)

  for (let at = 1; at < 12; at++) {
    await later()
    await sendOutbox({ db, log, transports })
  }
  expect((await rows())[0]).toMatchObject({
    attempts: 12,
    given_up_at: expect.any(Date),
    last_error: 'Error',
  })
  await later()
  await sendOutbox({ db, log, transports })
  expect((await rows())[0]?.attempts).toBe(12)
  expect(JSON.stringify(logged)).not.toContain('Secret')
})

test('a message sent while the database was down is sent once', async () => {
  await queue()
  const got: Outgoing[] = []
  const mail = async (message: Outgoing) => {
    got.push(message)
    await pool.query('alter table outbox rename to outbox_away')
    setTimeout(() => pool.query('alter table outbox_away rename to outbox'), 300)
  }

  expect(await sendOutbox({ db, log, transports: { mail } })).toBe(1)
  await later()
  expect(await sendOutbox({ db, log, transports: { mail } })).toBe(0)
  expect(got).toHaveLength(1)
})

test('a final refusal is not retried, and stale messages are given up', async () => {
  await queue({ recipient: 'gone@example.com' })
  await queue({ recipient: 'old@example.com', created_at: new Date(Date.now() - 4 * 24 * 3_600_000) })
  await queue({ kind: 'otp', recipient: 'late@example.com', created_at: new Date(Date.now() - 11 * 60_000) })
  const requested: string[] = []
  await sendOutbox({
    db,
    log,
    transports: {
      mail: async ({ recipient }) => {
        requested.push(recipient)
        throw new DeliveryError('SMTP EENVELOPE 550', { isFinal: true })
      },
    },
  })
  expect(requested).toEqual(['gone@example.com'])
  expect((await rows()).map(({ given_up_at }) => given_up_at !== null)).toEqual([true, true, true])
})

test('a message without a transport waits, and a sent code is erased', async () => {
  await queue({ channel: 'sms', kind: 'otp', recipient: '9876543210', text: '1234 is your code' })
  const mail = async () => {}
  expect(await sendOutbox({ db, log, transports: { mail } })).toBe(0)
  const got: Outgoing[] = []
  expect(await sendOutbox({ db, log, transports: { sms: async (message) => void got.push(message) } })).toBe(
    1,
  )
  expect(got).toMatchObject([{ recipient: '+919876543210', text: '1234 is your code' }])
  expect((await rows())[0]?.text).toBe('')
})

test('SMTP mail has text, HTML and a stable message id', async () => {
  const server = await startMailServer()
  closing.push(server.close)
  const { send, close } = smtpTransport(
    { url: `smtp://127.0.0.1:${server.port}`, from: 'Kiln & Loom <shop@example.com>' },
    links,
  )
  closing.push(close)
  const message = {
    id: 7,
    kind: 'note',
    recipient: 'asha@example.com',
    subject: 'Grüße',
    text: 'Plain words',
    html: '<p>Fine words</p>',
  }

  await send(message)

  expect(server.got).toHaveLength(1)
  expect(server.got[0]).toMatch(/^Message-ID: <outbox-7@shop\.example\.com>\r?$/m)
  for (const word of [
    'To: asha@example.com',
    'Plain words',
    '<p>Fine words</p>',
    'Auto-Submitted: auto-generated',
  ])
    expect(server.got[0]).toContain(word)
  expect(server.got[0]).not.toContain('List-Unsubscribe')
  await send({ ...message, id: 8, kind: 'marketing:spring' })
  expect(server.got[1]?.replace(/\r\n /g, '')).toMatch(
    /List-Unsubscribe:\s?<https:\/\/shop\.example\.com\/unsubscribe\?email=asha%40example\.com&token=[\w-]{43}>/,
  )
  expect(server.got[1]).toContain('List-Unsubscribe-Post: List-Unsubscribe=One-Click')
  await expect(send({ ...message, recipient: 'nobody@example.com' })).rejects.toMatchObject({ isFinal: true })
  await expect(send({ ...message, recipient: 'busy@example.com' })).rejects.toMatchObject({ isFinal: false })
})

test('SMS uses the request format of the webhook, Twilio and MSG91', async () => {
  const server = await httpServer()
  const message = {
    id: 9,
    kind: 'otp',
    recipient: '+919876543210',
    subject: '',
    text: 'Hello & welcome',
    html: null,
  }

  await smsTransport({ provider: 'webhook', url: `${server.url}/sms` })(message)
  expect(server.got.at(-1)).toMatchObject({
    path: '/sms',
    body: JSON.stringify({ id: 9, kind: 'otp', to: '+919876543210', text: 'Hello & welcome' }),
  })

  const twilio = smsTransport(
    { provider: 'twilio', accountSid: 'AC1', authToken: 'key', from: '+15550001111' },
    { twilio: server.url },
  )
  server.answer = { status: 201, body: '{"status":"queued"}' }
  await twilio(message)
  expect(server.got.at(-1)).toMatchObject({
    path: '/2010-04-01/Accounts/AC1/Messages.json',
    headers: { authorization: `Basic ${Buffer.from('AC1:key').toString('base64')}` },
    body: 'To=%2B919876543210&From=%2B15550001111&Body=Hello+%26+welcome',
  })

  const msg91 = smsTransport({ provider: 'msg91', authKey: 'key', templateId: 'tpl' }, { msg91: server.url })
  server.answer = { status: 200, body: '{"type":"success","message":"1"}' }
  await msg91(message)
  expect(server.got.at(-1)).toMatchObject({ path: '/api/v5/flow', headers: { authkey: 'key' } })
  expect(JSON.parse(server.got.at(-1)?.body ?? '')).toEqual({
    template_id: 'tpl',
    recipients: [{ mobiles: '919876543210', text: 'Hello & welcome' }],
  })
  server.answer = { status: 200, body: '{"type":"error","message":"no"}' }
  await expect(msg91(message)).rejects.toBeInstanceOf(DeliveryError)

  for (const [status, isFinal] of [
    [400, true],
    [401, false],
    [429, false],
    [500, false],
  ] as const) {
    server.answer = { status, body: '{}' }
    await expect(twilio(message)).rejects.toMatchObject({ isFinal })
  }
})

async function httpServer() {
  const got: { path: string | undefined; headers: IncomingMessage['headers']; body: string }[] = []
  const server = createHttpServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    got.push({ path: request.url, headers: request.headers, body })
    response.writeHead(state.answer.status, { 'content-type': 'application/json' }).end(state.answer.body)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => void server.close())
  const state = {
    got,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    answer: { status: 200, body: '{}' },
  }
  return state
}
