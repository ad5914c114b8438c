import type { FastifyInstance, FastifyRequest } from 'fastify'
import { requireOrder } from '#server/commerce/orders/require-order.ts'
import { storePhoto } from '#server/commerce/orders/store-photo.ts'
import type { Services } from '#server/platform/kernel/context.ts'
import { ownOriginsOf, requireOwnOrigin } from '#server/platform/kernel/csrf.ts'
import { badRequest, forbidden, invalid } from '#server/platform/kernel/errors.ts'
import { addressKey, requireToken } from '#server/platform/limits/rate-limit.ts'
import { MAX_UPLOAD_BYTES, tooLarge } from '#server/platform/media/uploaded-picture.ts'
import { readVisitor, visitorOf } from '#server/platform/sessions/session.ts'
import { asShopError } from '../as-shop-error.ts'
import { noteRefusal } from '../note-refusal.ts'

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
      const { httpStatus, code, message, extra, retryAfterSeconds } = asShopError(readable(error), request.id)
      const call = `${request.method} ${request.routeOptions.url ?? ''}`
      await noteRefusal(refusals, request, { call, visitor: visitorOf(request), code })
      if (httpStatus >= 500) log.error({ err: error, request_id: request.id }, 'upload failed')
      if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds))
      return reply
        .code(httpStatus)
        .header('cache-control', 'no-store')
        .send({ status: 'error', code, message, ...extra })
    })

    uploads.post(
      '/api/orders/refund/upload',
      { bodyLimit: MAX_UPLOAD_BYTES + 64 * KB },
      async (request, reply) => {
        const visitor = await readVisitor(services, request)
        const { order_no, token, image } = await readForm(request)
        const order = await requireOrder(
          services.db,
          { config: services.config, visitor },
          { order_no, token },
        )
        const from = addressKey(visitor.ip)
        await requireToken(db, `refund photo order ${order.id}`, { most: 10, seconds: HOUR })
        await requireToken(db, `refund photo ip ${from}`, { most: 20, seconds: HOUR })
        const data = await storePhoto(services, order.id, image)
        return reply.header('cache-control', 'no-store').send({ status: 'success', data })
      },
    )
  })
}

/** A body above the server's limit is reported as a photo that is too large, next to the file input. */
const readable = (error: unknown) =>
  error instanceof Error && 'statusCode' in error && error.statusCode === 413 ? tooLarge('image') : error

async function readForm(request: FastifyRequest) {
  const form = await new Response(new Uint8Array(request.body as Buffer), {
    headers: { 'content-type': request.headers['content-type'] ?? '' },
  })
    .formData()
    .catch(() => {
      throw badRequest('This request could not be read')
    })
  const text = (name: string) => {
    const value = form.get(name)
    return typeof value === 'string' && value !== '' ? value : undefined
  }
  const [file = null, second] = form.getAll('image')
  if (second !== undefined) throw invalid({ image: ['Please choose one image only'] })
  if (file === null || typeof file === 'string') throw invalid({ image: ['Please choose an image'] })
  return {
    order_no: text('order_no')?.slice(0, 40) ?? '',
    token: text('token')?.slice(0, 200),
    image: Buffer.from(await file.arrayBuffer()),
  }
}
