import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireOrder } from '#server/commerce/orders/require-order.ts'
import { storePhoto } from '#server/commerce/orders/store-photo.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { ownOriginsOf, requireOwnOrigin } from '#server/platform/kernel/csrf.ts'
import { forbidden, invalid } from '#server/platform/kernel/errors.ts'
import { addressKey, requireTokens } from '#server/platform/limits/rate-limit.ts'
import { MAX_UPLOAD_BYTES, tooLarge } from '#server/platform/media/uploaded-picture.ts'
import { readVisitor, visitorOf } from '#server/platform/sessions/session.ts'
import { asShopError, refusalReply, statusCodeOf } from '../as-shop-error.ts'
import { readFormBody } from '../forms/form-body.ts'
import { noteRefusal } from '../note-refusal.ts'
import { sendReply } from './api-routes.ts'

const KB = 1_024
const HOUR = 3_600

type PhotoServices = Pick<Services, 'db' | 'config' | 'files' | 'log' | 'refusals'>

/**
 * Photos for a refund request: `POST /api/orders/refund/upload`, multipart with `order_no`, `image` and for guests
 * `token`. Outside the JSON pipeline, as its body is a file. Decisions §5; security §8 (the extra header), §10 and
 * §12.
 */
export function serveRefundPhotos(app: FastifyInstance, services: PhotoServices) {
  const { config, db, log, refusals } = services
  const ownOrigins = ownOriginsOf(config.storeUrl)
  app.register(async (uploads) => {
    uploads.removeAllContentTypeParsers()
    uploads.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    )
    uploads.addHook('onRequest', async (request) => {
      requireOwnOrigin(request, ownOrigins)
      // A form on another page cannot send it.
      if (!request.headers['x-requested-with']) throw forbidden()
    })
    uploads.setErrorHandler(async (error, request, reply) => {
      const shown = asShopError(readable(error), request.id)
      const call = `${request.method} ${request.routeOptions.url ?? ''}`
      await noteRefusal(refusals, request, { call, visitor: visitorOf(request), code: shown.code })
      if (shown.httpStatus >= 500) log.error({ err: error, request_id: request.id }, 'upload failed')
      return sendReply(reply, refusalReply(shown), config.storeUrl.startsWith('https:'))
    })

    uploads.post<{ Body: Buffer }>(
      '/api/orders/refund/upload',
      { bodyLimit: MAX_UPLOAD_BYTES + 64 * KB },
      async (request, reply) => {
        const visitor = await readVisitor(services, request)
        const { order_no, token, image } = await readForm(request)
        const order = await requireOrder(db, { config, visitor }, { order_no, token })
        const from = addressKey(visitor.ip)
        await requireTokens(db, [
          [`refund photo ip ${from}`, { most: 20, seconds: HOUR }],
          [`refund photo order ${order.id}`, { most: 10, seconds: HOUR }],
        ])
        const data = await storePhoto(services, order.id, image)
        return reply.header('cache-control', 'no-store').send({ status: 'success', data })
      },
    )
  })
}

/** A body above the server's limit is reported as a photo that is too large, next to the file input. */
const readable = (error: unknown) => (statusCodeOf(error) === 413 ? tooLarge('image') : error)

async function readForm({ body, headers }: FastifyRequest<{ Body: Buffer }>) {
  const { texts, files } = await readFormBody(body, headers['content-type'])
  const [file, second] = files.filter(({ name }) => name === 'image')
  if (second) throw invalid({ image: ['Please choose one image only'] })
  if (!file) throw invalid({ image: ['Please choose an image'] })
  const text = (name: string) => [texts[name] ?? ''].flat()[0] || undefined
  return {
    order_no: text('order_no')?.slice(0, 40) ?? '',
    token: text('token')?.slice(0, 200),
    image: file.bytes,
  }
}
