import { z } from 'zod'
import { contract, type OperationName } from '../../shared/contract.ts'
import { exportInput, importResult } from '../../shared/contract/share.ts'
import { errorBody } from '../../shared/error-body.ts'

type Json = Record<string, unknown>

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') =>
  z.toJSONSchema(schema, { io, target: 'draft-2020-12', unrepresentable: 'any' }) as Json & {
    properties?: Record<string, Json>
    required?: string[]
  }

/** OpenAPI 3.1 of everything under `/api/v1`, made from the contract. */
export function openapi(version: string): Json {
  const paths: Record<string, Json> = {}
  for (const name of Object.keys(contract) as OperationName[]) {
    const { method, path } = contract[name]
    const template = path.replaceAll(/:(\w+)/g, '{$1}')
    paths[template] = { ...paths[template], [method.toLowerCase()]: describe(name) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Spillway', version, license: { name: 'MIT' } },
    servers: [{ url: '/api/v1' }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths: { ...paths, ...streams },
  }
}

function describe(name: OperationName): Json {
  const { method, path, access, summary, input, output } = contract[name]
  const { properties = {}, required = [] } = schemaOf(input, 'input')
  const inPath = [...path.matchAll(/:(\w+)/g)].map((match) => match[1] as string)
  const rest = Object.keys(properties).filter((field) => !inPath.includes(field))
  const inQuery = method === 'GET' || method === 'DELETE' ? rest : []
  const parameter = (field: string, where: 'path' | 'query') => ({
    name: field,
    in: where,
    required: where === 'path' || required.includes(field),
    schema: properties[field],
  })
  const bodyFields = inQuery.length > 0 ? [] : rest
  return {
    operationId: name,
    summary,
    'x-access': access,
    ...(access === 'public' ? { security: [] } : { security: [{ bearer: [] }] }),
    parameters: [
      ...inPath.map((field) => parameter(field, 'path')),
      ...inQuery.map((field) => parameter(field, 'query')),
    ],
    ...(bodyFields.length === 0
      ? {}
      : { requestBody: { content: requestContent(name, properties, bodyFields, required) } }),
    responses: {
      200: { description: 'Done', content: { 'application/json': { schema: schemaOf(output, 'output') } } },
      default: {
        description: 'Refused or failed',
        content: { 'application/json': { schema: schemaOf(errorBody, 'output') } },
      },
    },
  }
}

function requestContent(
  name: OperationName,
  properties: Record<string, Json>,
  fields: string[],
  required: string[],
): Json {
  const schema = {
    type: 'object',
    properties: Object.fromEntries(fields.map((field) => [field, properties[field]])),
    required: required.filter((field) => fields.includes(field)),
  }
  const raw = { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } }
  return { 'application/json': { schema }, ...(name === 'offload' ? raw : {}) }
}

/** What is not JSON in and out. */
const streams: Record<string, Json> = {
  '/entries/{id}/content': {
    get: {
      operationId: 'getContent',
      summary: 'The exact bytes of an entry; `Range` is supported.',
      parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
      responses: { 200: { description: 'All bytes' }, 206: { description: 'A range' } },
    },
  },
  '/export': {
    get: {
      operationId: 'exportRecording',
      summary: 'One turn or session as a file: a recording, HAR-like JSON or OpenTelemetry spans.',
      parameters: ['turn', 'session', 'format', 'redact', 'transfer'].map((name) => ({
        name,
        in: 'query',
        schema: schemaOf(exportInput, 'input').properties?.[name],
      })),
      responses: { 200: { description: 'The file' } },
    },
  },
  '/import': {
    post: {
      operationId: 'importRecording',
      summary: 'Takes the recording in that is the body.',
      'x-access': 'admin',
      parameters: [{ name: 'transfer', in: 'query', schema: { type: 'string' } }],
      requestBody: { content: { 'application/octet-stream': {} } },
      responses: {
        200: {
          description: 'What was added',
          content: { 'application/json': { schema: schemaOf(importResult, 'output') } },
        },
      },
    },
  },
  '/events/stream': {
    get: {
      operationId: 'streamEvents',
      summary: 'The timeline as server-sent events; `id` is the sequence number. A pruned gap sends `reset`.',
      parameters: [{ name: 'after', in: 'query', schema: { type: 'integer' } }],
      responses: { 200: { description: 'A stream', content: { 'text/event-stream': {} } } },
    },
  },
}
