import { createHash } from 'node:crypto'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import { ShopError, secondFactorFirst, signInFirst } from '#server/platform/kernel/errors.ts'
import { needsSecondFactor, type Pipeline } from '#server/platform/kernel/pipeline.ts'
import type { CallLimits } from '#server/platform/limits/call-limits.ts'
import { readStaffVisitor } from '#server/platform/sessions/session.ts'
import { refusalReply } from '../as-shop-error.ts'
import { noteRefusal } from '../note-refusal.ts'
import { sendReply } from './api-routes.ts'
import { type OpenApiCall, type OpenApiDocument, openApiDocument } from './openapi.ts'
import { type Audience, shopAudience, staffAudience } from './openapi-audiences.ts'

type Options = {
  services: Pick<Services, 'config' | 'db' | 'refusals'>
  limits: CallLimits
}

/**
 * The OpenAPI documents of the shop and of the back office, and each as a page for reading: plain HTML without network requests.
 * That of the back office names the installed plugins, so that it is for staff and keys alone.
 */
export function serveApiDocs(app: FastifyInstance, { operations }: Pipeline, { services, limits }: Options) {
  const { config } = services
  const sendersOf = (audience: Audience) => {
    // Created on first request: turning every schema into JSON takes a tenth of a second, which would delay the start.
    const document = once(() => openApiDocument(operations, config.storeUrl, audience))
    const json = once(() => JSON.stringify(document()))
    const page = once(() => docsPage(document(), { audience, storeUrl: config.storeUrl }))
    return {
      sendJson: (reply: FastifyReply) =>
        reply
          .type('application/json; charset=utf-8')
          .header('x-content-type-options', 'nosniff')
          .send(json()),
      sendPage: (reply: FastifyReply) =>
        reply
          .type('text/html; charset=utf-8')
          .header('content-security-policy', policyOf(audience))
          .header('x-frame-options', 'DENY')
          .header('x-content-type-options', 'nosniff')
          .send(page()),
    }
  }
  const shop = sendersOf(shopAudience)
  app.get(shopAudience.path, (_, reply) => shop.sendJson(reply))
  app.get('/api/docs', (_, reply) => shop.sendPage(reply))

  const staff = sendersOf(staffAudience)
  const options = { config: { whileLocked: true } } as const
  const sendRefusal = (reply: FastifyReply, refusal: ShopError) =>
    sendReply(reply, refusalReply(refusal), config.storeUrl.startsWith('https:'))
  app.get(staffAudience.path, options, async (request, reply) => {
    const refusal = await refusalOf(request)
    reply.header('cache-control', 'no-store')
    return refusal ? sendRefusal(reply, refusal) : staff.sendJson(reply)
  })
  app.get('/admin/api-docs', options, async (request, reply) => {
    const refusal = await refusalOf(request)
    reply.header('cache-control', 'no-store').header('x-robots-tag', 'noindex')
    if (!refusal) return staff.sendPage(reply)
    // The back office asks to sign in, or for the second factor.
    return refusal.httpStatus === 429 ? sendRefusal(reply, refusal) : reply.redirect('/admin/api-keys')
  })

  /** Why the caller may not read the document of the back office, as its calls would say it. */
  async function refusalOf(request: FastifyRequest): Promise<ShopError | undefined> {
    const visitor = await readStaffVisitor(services, request)
    const call = 'adminSession.openApi'
    try {
      await limits.require({ group: 'adminSession', name: 'openApi', method: 'GET' }, visitor)
      if (!visitor.staff) throw signInFirst()
      if (needsSecondFactor(visitor.staff, config.mode)) throw secondFactorFirst()
      return undefined
    } catch (error) {
      if (!(error instanceof ShopError)) throw error
      await noteRefusal(services.refusals, request, { call, visitor, code: error.code })
      return error
    }
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

type PageOptions = { audience: Audience; storeUrl: string }

function docsPage(
  { paths, components: { schemas }, tags: groups }: OpenApiDocument,
  { audience: { title, about, path: json, hasKeys }, storeUrl }: PageOptions,
): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${title}</title><style>${css}</style>
<header><h1>${title}</h1>${about
    .split('\n\n')
    .map((part) => `<p>${withCode(part)}</p>`)
    .join('')}<p>The same as a document: <a href="${json}">openapi.json</a>.</p></header>
<nav aria-label="Groups">${groups.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')} <a href="#shapes">shapes</a></nav>
<main>${groups
    .map(
      ({ name, description }) =>
        `<section id="${name}"><h2>${name}</h2><p>${withCode(description ?? '')}</p>${calls
          .filter(({ tags }) => tags[0] === name)
          .map((call) => callHtml(call, storeUrl))
          .join('')}</section>`,
    )
    .join('')}
<section id="shapes"><h2>shapes</h2>${Object.entries(schemas)
    .map(
      ([name, schema]) =>
        `<details id="shape-${name}"><summary><b>${name}</b></summary>${shapeHtml(schema)}</details>`,
    )
    .join('')}</section></main>${hasKeys ? `<script>${script}</script>` : ''}</html>`
}

type Call = OpenApiCall & { path: string; method: string }

function callHtml(call: Call, storeUrl: string): string {
  const { method, path, summary, description, parameters, requestBody, responses } = call
  const curl = curlOf(call, storeUrl)
  return `<details><summary><code class="m ${method}">${method.toUpperCase()}</code> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
<p>${withCode(description)}</p>
${curl ? `<button type="button" data-copy>Copy as curl</button>${preHtml(escapeHtml(curl))}` : ''}
${parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.map((parameter) => `<li><code>${parameter.name}</code> <i>in ${parameter.in}${parameter.required ? '' : ', optional'}</i>${shapeHtml(parameter.schema)}</li>`).join('')}</ul>` : ''}
${Object.entries(requestBody?.content ?? {})
  .map(
    ([type, body]) =>
      `<h3>Body <code>${type}</code></h3>${shapeHtml(body.schema)}${body.example ? `<h3>Example</h3>${shapeHtml(body.example)}` : ''}`,
  )
  .join('')}
<h3>Reply</h3>${Object.entries(responses['200']?.content ?? {})
    .map(([type, { schema }]) =>
      type === 'application/json' ? shapeHtml(schema) : `<p>A file: <code>${type}</code></p>`,
    )
    .join('')}
<p>Statuses: ${Object.keys(responses).join(', ')}</p></details>`
}

/** The call with its example and the key in the variable KEY; undefined where keys may not call. */
function curlOf(
  { method, path, security, parameters, requestBody }: Call,
  storeUrl: string,
): string | undefined {
  if (!security.some(({ apiKey }) => apiKey)) return undefined
  const given = (place: string) =>
    parameters.flatMap<[name: string, value: string]>(({ in: where, name, example }) =>
      where === place && example !== undefined ? [[name, String(example)]] : [],
    )
  const filled = given('path').reduce((so, [name, value]) => so.replace(`{${name}}`, value), path)
  const query = new URLSearchParams(given('query'))
  const { 'application/json': json, 'multipart/form-data': form } = requestBody?.content ?? {}
  const isJson = json !== undefined && method !== 'get'
  return [
    `curl ${method === 'get' ? '' : `-X ${method.toUpperCase()} `}${quoted(`${storeUrl}${filled}${query.size > 0 ? `?${query}` : ''}`)}`,
    '-H "Authorization: Bearer $KEY"',
    ...(isJson
      ? ["-H 'Content-Type: application/json'", `-d ${quoted(JSON.stringify(json.example ?? {}))}`]
      : []),
    ...(!isJson && form ? ["-H 'X-Requested-With: curl'", '-F file=@FILE'] : []),
  ].join(' \\\n  ')
}

/** As one word of a shell. */
const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

/** A schema as JSON; references become links to the schema's definition. */
const shapeHtml = (schema: unknown) =>
  preHtml(
    escapeHtml(JSON.stringify(schema ?? {}, null, 2)).replace(
      /&quot;#\/components\/schemas\/(\w+)&quot;/g,
      '<a href="#shape-$1">$1</a>',
    ),
  )

/** It scrolls, so that the keyboard must reach it. */
const preHtml = (inner: string) => `<pre tabindex="0">${inner}</pre>`

/** The names between backquotes of a Markdown text as code, and what is between asterisks as emphasis. */
const withCode = (text: string) =>
  escapeHtml(text)
    .replace(/`([^`]+)`/g, '<code>$1</code>')
    .replace(/\*\*([^*]+)\*\*/g, '<b>$1</b>')
    .replace(/\*([^*]+)\*/g, '<i>$1</i>')

const escapeHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

/** Copies the text after the button, or selects it where the browser does not let pages write to the clipboard. */
const script = `document.addEventListener('click',async({target})=>{
const button=target.closest('[data-copy]');if(!button)return
const text=button.nextElementSibling
try{await navigator.clipboard.writeText(text.textContent);button.textContent='Copied'}
catch{getSelection().selectAllChildren(text);button.textContent='Selected'}
setTimeout(()=>{button.textContent='Copy as curl'},2000)})`

/** Only the page with commands to copy has a script. */
const policyOf = ({ hasKeys }: Audience) =>
  `default-src 'none'; style-src 'unsafe-inline'; ${hasKeys ? `script-src 'sha256-${createHash('sha256').update(script).digest('base64')}'; ` : ''}base-uri 'none'; frame-ancestors 'none'`

const css = `:root{color-scheme:light dark}
body{font:16px/1.55 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:2rem 1.25rem;color:light-dark(#2b2621,#ece5db);background:light-dark(#fbf7f0,#1c1916)}
h1,h2{font-weight:600}h2{margin-top:2.5rem;text-transform:capitalize}h3{font-size:.95rem;margin:1rem 0 .25rem}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem}a{color:light-dark(#9a3f1f,#f0a07c)}
details{background:light-dark(#fff,#262220);border:1px solid light-dark(#e4d9ca,#463f38);border-radius:8px;margin:.5rem 0;padding:.25rem 1rem}
summary{cursor:pointer;padding:.5rem 0;overflow-wrap:anywhere}p,li{overflow-wrap:anywhere}
pre{background:light-dark(#f3ebdf,#151310);border-radius:6px;padding:.75rem;overflow:auto;font-size:.85rem;max-height:28rem}
button{font:inherit;color:inherit;background:light-dark(#f3ebdf,#38322d);border:1px solid light-dark(#8a7d6c,#a3968a);border-radius:6px;padding:.4rem .9rem;cursor:pointer}
.m{display:inline-block;min-width:4rem;font-weight:700}.get{color:light-dark(#2a5b57,#7cc4bd)}.post{color:light-dark(#8a4b12,#e0a868)}.put{color:light-dark(#655a4f,#c8bbab)}.delete{color:light-dark(#a32d1f,#f08d80)}`
