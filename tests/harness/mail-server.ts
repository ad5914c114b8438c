import { type AddressInfo, createServer, type Socket } from 'node:net'

/** The fault of one mail, with the same values as `Trouble` of the gateway servers. */
type MailTrouble = 'none' | 'down' | 'lost' | 'rubbish' | 'slow'

type Options = {
  troubleOf?: () => MailTrouble
  /** Called for each accepted mail, with whether the shop got the confirmation. */
  onMail?: (mail: string, isAnswered: boolean) => void
  /** Tells all other recipients to come later. */
  accepts?: string
  /** Asks for a login, and refuses this password. */
  refuses?: string
}

/** A mail server that accepts every mail, except those to unknown (550) and busy (451) recipients. */
export async function startMailServer({
  troubleOf = () => 'none',
  onMail = () => {},
  accepts = '',
  refuses,
}: Options = {}) {
  const got: string[] = []
  const open = new Set<Socket>()
  const server = createServer((socket: Socket) => {
    let data: string | undefined
    let rest = ''
    const say = (line: string) => socket.write(`${line}\r\n`)
    open.add(socket)
    socket.on('error', () => {})
    socket.on('close', () => open.delete(socket))
    say('220 test')
    socket.on('data', (chunk) => {
      rest += chunk.toString('utf8')
      for (let end = rest.indexOf('\r\n'); end >= 0; end = rest.indexOf('\r\n')) {
        const line = rest.slice(0, end)
        rest = rest.slice(end + 2)
        if (data === undefined) onLine(line)
        else if (line !== '.') data += `${line}\r\n`
        else {
          take(data)
          data = undefined
        }
      }
    })

    function onLine(line: string) {
      if (refuses !== undefined && /^EHLO/i.test(line)) say('250-test\r\n250 AUTH PLAIN')
      else if (/^EHLO|^HELO/i.test(line)) say('250 test')
      else if (/^AUTH/i.test(line)) {
        const login = Buffer.from(line.split(' ')[2] ?? '', 'base64').toString()
        say(login.endsWith(`\0${refuses}`) ? `535 ${refuses} is wrong` : '235 welcome')
      } else if (/^RCPT/i.test(line) && !line.includes(accepts)) say('451 later')
      else if (/^RCPT.*nobody/i.test(line)) say('550 nobody here')
      else if (/^RCPT.*busy/i.test(line)) say('451 later')
      else if (/^DATA/i.test(line)) {
        data = ''
        say('354 go on')
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n')
      else say('250 ok')
    }

    function take(mail: string) {
      const trouble = troubleOf()
      if (trouble === 'down') return socket.destroy()
      if (trouble === 'rubbish') return say('\u0007 no such thing')
      got.push(mail)
      onMail(mail, trouble !== 'lost')
      if (trouble === 'lost') return socket.destroy()
      if (trouble === 'slow') setTimeout(() => say('250 taken'), 1_500)
      else say('250 taken')
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  server.unref()
  return {
    got,
    port: (server.address() as AddressInfo).port,
    close() {
      for (const socket of open) socket.destroy()
      server.close()
    },
  }
}
