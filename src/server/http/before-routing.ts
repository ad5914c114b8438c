import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance } from 'fastify'

/**
 * Lets `send` answer requests before Fastify routes them; false from it: Fastify answers. For what is ready to be sent
 * and needs neither hooks nor parsing: a kept page then takes 8 % less of the processor, and more with every hook there is.
 * `inject` and Fastify's second listener on `localhost` do not come this way: the route must be able to do the same.
 */
export function beforeRouting(
  app: FastifyInstance,
  send: (request: IncomingMessage, response: ServerResponse) => boolean,
) {
  const { server } = app
  const routed = server.listeners('request') as ((
    request: IncomingMessage,
    response: ServerResponse,
  ) => void)[]
  let isClosing = false
  // Then Fastify ends connections with its replies, and this would keep them open.
  app.addHook('preClose', async () => {
    isClosing = true
  })
  server.removeAllListeners('request')
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    if (!isClosing && send(request, response)) return
    for (const listener of routed) listener.call(server, request, response)
  })
}
