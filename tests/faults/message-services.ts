import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { startMailServer } from '#harness/mail-server.ts'
import type { FaultInjector } from './fault-injector.ts'

/** A delivered message. `id` is the shop's own: the recipient counts deliveries under one id as one message. */
export type Delivery = {
  channel: 'mail' | 'sms'
  id: number
  recipient: string
  /** The subject of a mail or the text of an SMS. */
  summary: string
  at: number
  /** Whether the shop got a confirmation. */
  isAnswered: boolean
}

/** A mail server and an SMS service with injected faults, and the messages that they delivered. */
export async function openMessageServices(injectors: { mail: FaultInjector; sms: FaultInjector }) {
  const deliveries: Delivery[] = []
  const mail = await startMailServer({
    troubleOf: injectors.mail.next,
    onMail: (text, isAnswered) => void deliveries.push({ ...readMail(text), at: Date.now(), isAnswered }),
  })
  const sms = await openSmsService(injectors.sms, deliveries)
  return {
    deliveries,
    environment: {
      SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
      MAIL_FROM: 'shop@example.com',
      SMS_WEBHOOK_URL: sms.url,
    },
    close() {
      mail.close()
      sms.close()
    },
  }
}

const readMail = (text: string) => ({
  channel: 'mail' as const,
  id: Number(/^Message-ID: <outbox-(\d+)@/m.exec(text)?.[1]),
  recipient: /^To: (\S+)/m.exec(text)?.[1] ?? '',
  summary: /^Subject: (.*)/m.exec(text)?.[1]?.trim() ?? '',
})

async function openSmsService(injector: FaultInjector, deliveries: Delivery[]) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const trouble = injector.next()
    if (trouble === 'down') return request.socket.destroy()
    // An invalid reply is no confirmation: the shop keeps the message.
    if (trouble === 'rubbish') return response.writeHead(502).end('<html>')
    const { id, to, text } = JSON.parse(body) as { id: number; to: string; text: string }
    const isAnswered = trouble !== 'lost'
    deliveries.push({ channel: 'sms', id, recipient: to, summary: text, at: Date.now(), isAnswered })
    if (trouble === 'lost') return request.socket.destroy()
    if (trouble === 'slow') await sleep(1_500)
    response.writeHead(200).end('{}')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/sms`,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
