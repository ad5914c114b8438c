import { openKeepAliveClient } from '../load/keep-alive-client.ts'
import { answerParent } from './answer-parent.ts'

type Work = { port: number; clients: number; requests: string[] }

const answers = {
  /** Sends each message once, `clients` at a time. */
  sendAll: ({ requests, ...rest }: Work) => send(rest, requests.values()),

  /** Sends the messages in turn, over and over, for some time. */
  sendFor: ({ requests, seconds, ...rest }: Work & { seconds: number }) =>
    send(rest, inTurn(requests, seconds)),

  stop: () => {},
}

export type Load = typeof answers

type Sent = {
  seconds: number
  /** How often each status was answered. */
  statuses: Record<number, number>
  /** The first answer that was no success: what went wrong. */
  refused?: string
}

async function send({ port, clients }: Omit<Work, 'requests'>, requests: Iterator<string>): Promise<Sent> {
  const sent: Sent = { seconds: 0, statuses: {} }
  const connections = Array.from({ length: clients }, () => openKeepAliveClient(port))
  const started = performance.now()
  await Promise.all(
    connections.map(async (connection) => {
      for (let next = requests.next(); !next.done; next = requests.next()) {
        const { status, body } = await connection.send(next.value)
        sent.statuses[status] = (sent.statuses[status] ?? 0) + 1
        if (status !== 200) sent.refused ??= body.slice(0, 400)
      }
    }),
  )
  sent.seconds = (performance.now() - started) / 1_000
  for (const connection of connections) connection.close()
  return sent
}

function* inTurn(requests: readonly string[], seconds: number) {
  const until = performance.now() + seconds * 1_000
  for (let at = 0; performance.now() < until; at++) yield requests[at % requests.length] as string
}

answerParent(answers)
