import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { openTestMailServer } from '#server/notify/test-mail-server.ts'
import type { Weather } from './weather.ts'

/** A message that arrived. `id` is the shop's own of it: what came twice under one id is one to whoever gets it. */
export type Delivery = {
  channel: 'mail' | 'sms'
  id: number
  recipient: string
  /** The subject of a mail, the text of an SMS. */
  words: string
  at: number
  /** Whether the shop was told that it had arrived. */
  isAnswered: boolean
}

/** Whoever carries the shop's mail and SMS, with what arrived, through all weathers. */
export async function openPostOffice(weather: { mail: Weather; sms: Weather }) {
  const deliveries: Delivery[] = []
  const mail = await openTestMailServer({
    troubleOf: weather.mail.next,
    onMail: (text, isAnswered) => void deliveries.push({ ...readMail(text), at: Date.now(), isAnswered }),
  })
  const sms = await openSmsService(weather.sms, deliveries)
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
  words: /^Subject: (.*)/m.exec(text)?.[1]?.trim() ?? '',
})

async function openSmsService(weather: Weather, deliveries: Delivery[]) {
  const server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += String(chunk)
    const trouble = weather.next()
    if (trouble === 'down') return request.socket.destroy()
    // What is no yes is no yes: such an answer leaves the message with the shop.
    if (trouble === 'rubbish') return response.writeHead(502).end('<html>')
    const { id, to, text } = JSON.parse(body) as { id: number; to: string; text: string }
    const isAnswered = trouble !== 'lost'
    deliveries.push({ channel: 'sms', id, recipient: to, words: text, at: Date.now(), isAnswered })
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
