import { z } from 'zod'
import { operation } from './operation.ts'

/** A server in a client's or a project's file. */
const importable = z.object({
  /** Stands for the server of that name in that file. */
  id: z.string(),
  /** As its file calls it. */
  name: z.string(),
  /** What it would be called here: another name where its own cannot be, or is another server's already. */
  as: z.string(),
  /** Of the client, or of the project's file. */
  source: z.string(),
  file: z.string(),
  /** It came with a project, so somebody else may have written it. */
  hostile: z.boolean(),
  /** `there`: the very same server is configured already; `refused`: it cannot work here. */
  state: z.enum(['open', 'there', 'refused']),
  /** Why it was refused. */
  reason: z.string().nullable(),
  /** All that it would run or reach, with its environment, line by line; what looks like a secret is masked. */
  lines: z.array(z.string()),
  /** Fields of it that only its client understands and that do not come along. */
  left: z.array(z.string()),
})
export type Importable = z.infer<typeof importable>

const project = z.string().min(1).max(4_096).optional()
const servers = z.array(z.string().max(64)).min(1).max(200)

export const importOperations = {
  listImportable: operation({
    method: 'GET',
    path: '/importable',
    access: 'admin',
    summary:
      'The MCP servers that clients on this machine and a project have, each with all that it would run; secrets are masked.',
    input: z.object({
      /** A folder whose own files are looked into too. */
      project,
    }),
    output: z.object({
      items: z.array(importable),
      /** Files that could not be read, and why. */
      faults: z.array(z.object({ source: z.string(), file: z.string(), reason: z.string() })),
    }),
  }),
  planImport: operation({
    method: 'POST',
    path: '/importable/plan',
    access: 'admin',
    summary:
      'The exact change to the configuration file that taking some of them over would make; nothing is written.',
    input: z.strictObject({ servers, project }),
    output: z.object({
      file: z.string(),
      /** A unified diff; what looks like a secret is masked. */
      change: z.string(),
      /** Stands for this very change. */
      plan: z.string(),
    }),
  }),
  importServers: operation({
    method: 'POST',
    path: '/importable',
    access: 'admin',
    summary: 'Makes the change that was shown; refused where it would be another one by now.',
    input: z.strictObject({ servers, project, plan: z.string().max(128) }),
    output: z.object({ file: z.string(), names: z.array(z.string()) }),
  }),
}
