import type { FastifyInstance } from 'fastify'
import type { Services } from '#server/platform/kernel/context.ts'
import type { Pipeline } from '#server/platform/kernel/pipeline.ts'
import { type OpenApiCall, type OpenApiDocument, openApiDocument } from './openapi.ts'

/**
 * `/api/openapi.json`, and the same for reading at `/api/docs`: one page of plain HTML without network requests or
 * scripts.
 */
export function serveApiDocs(
  app: FastifyInstance,
  { operations }: Pipeline,
  { config }: Pick<Services, 'config'>,
) {
  // Created on first request: turning every schema into JSON takes a tenth of a second, which would delay the start.
  // The back office is its own client; its endpoints are no interface for others.
  const published = operations.filter(({ path }) => !path.startsWith('/api/admin/'))
  const document = once(() => openApiDocument(published, config.storeUrl))
  const json = once(() => JSON.stringify(document()))
  const page = once(() => docsPage(document()))
  app.get('/api/openapi.json', (_, reply) =>
    reply.type('application/json; charset=utf-8').header('x-content-type-options', 'nosniff').send(json()),
  )
  app.get('/api/docs', (_, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'",
      )
      .header('x-frame-options', 'DENY')
      .header('x-content-type-options', 'nosniff')
      .send(page()),
  )
}

function once<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}

function docsPage({ paths, components: { schemas }, tags: groups }: OpenApiDocument): string {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => ({ path, method, ...described })),
  )
  return `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>Storefront API</title><style>${css}</style>
<header><h1>Storefront API</h1><p>Every reply is an envelope of <code>status</code>, <code>message</code> and <code>data</code>.
Money is an integer in the currency’s minor unit. The same as a document: <a href="/api/openapi.json">openapi.json</a>.</p></header>
<nav aria-label="Groups">${groups.map(({ name }) => `<a href="#${name}">${name}</a>`).join(' ')} <a href="#shapes">shapes</a></nav>
<main>${groups
    .map(
      ({ name, description }) =>
        `<section id="${name}"><h2>${name}</h2><p>${withCode(description ?? '')}</p>${calls
          .filter(({ tags }) => tags[0] === name)
          .map(callHtml)
          .join('')}</section>`,
    )
    .join('')}
<section id="shapes"><h2>shapes</h2>${Object.entries(schemas)
    .map(
      ([name, schema]) =>
        `<details id="shape-${name}"><summary><b>${name}</b></summary>${shapeHtml(schema)}</details>`,
    )
    .join('')}</section></main></html>`
}

function callHtml(call: OpenApiCall & { path: string; method: string }): string {
  const { method, path, summary, description, parameters, requestBody, responses } = call
  return `<details><summary><code class="m ${method}">${method.toUpperCase()}</code> <code>${escapeHtml(path)}</code> <span>${escapeHtml(summary)}</span></summary>
<p>${withCode(description)}</p>
${parameters.length > 0 ? `<h3>Parameters</h3><ul>${parameters.map((parameter) => `<li><code>${parameter.name}</code> <i>in ${parameter.in}${parameter.required ? '' : ', optional'}</i>${shapeHtml(parameter.schema)}</li>`).join('')}</ul>` : ''}
${Object.entries(requestBody?.content ?? {})
  .map(
    ([type, body]) =>
      `<h3>Body <code>${type}</code></h3>${shapeHtml(body.schema)}${body.example ? `<h3>Example</h3>${shapeHtml(body.example)}` : ''}`,
  )
  .join('')}
<h3>Reply</h3>${shapeHtml(responses['200']?.content?.['application/json']?.schema)}
<p>Statuses: ${Object.keys(responses).join(', ')}</p></details>`
}

/** A schema as JSON; references become links to the schema's definition. */
const shapeHtml = (schema: unknown) =>
  `<pre>${escapeHtml(JSON.stringify(schema ?? {}, null, 2)).replace(
    /&quot;#\/components\/schemas\/(\w+)&quot;/g,
    '<a href="#shape-$1">$1</a>',
  )}</pre>`

/** The names between backquotes of a Markdown text as code. */
const withCode = (text: string) => escapeHtml(text).replace(/`([^`]+)`/g, '<code>$1</code>')

const escapeHtml = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;').replace(/"/g, '&quot;')

const css = `body{font:16px/1.55 system-ui,sans-serif;margin:0 auto;max-width:60rem;padding:2rem 1.25rem;color:#2b2621;background:#fbf7f0}
h1,h2{font-weight:600}h2{margin-top:2.5rem;text-transform:capitalize}h3{font-size:.95rem;margin:1rem 0 .25rem}
nav{display:flex;flex-wrap:wrap;gap:.5rem 1rem}a{color:#9a3f1f}details{background:#fff;border:1px solid #e4d9ca;border-radius:8px;margin:.5rem 0;padding:.25rem 1rem}
summary{cursor:pointer;padding:.5rem 0;overflow-wrap:anywhere}pre{background:#f3ebdf;border-radius:6px;padding:.75rem;overflow:auto;font-size:.85rem;max-height:28rem}
.m{display:inline-block;min-width:4rem;font-weight:700}.get{color:#2a5b57}.post{color:#8a4b12}.put{color:#655a4f}.delete{color:#a32d1f}`
