import { z } from 'zod'
import { operation } from './operation.ts'

const settings = z.object({
  path: z.string(),
  /** What is set, as it was written, of the last file that could be taken. */
  config: z.record(z.string(), z.unknown()),
  /** What is in force: defaults and the preset filled in. */
  effective: z.record(z.string(), z.unknown()),
  /** The file as it is now, comments and faults too. */
  text: z.string(),
  /** Why the file as it is now could not be taken. */
  fault: z.string().nullable(),
})

export const settingsOperations = {
  getConfig: operation({
    method: 'GET',
    path: '/config',
    access: 'admin',
    summary: 'The configuration in force, with the fault of a newer file that could not be taken.',
    input: z.object({}),
    output: settings,
  }),
  putConfig: operation({
    method: 'PUT',
    path: '/config',
    access: 'admin',
    summary: 'Writes the configuration file.',
    input: z.object({ config: z.record(z.string(), z.unknown()) }),
    output: settings,
  }),
  editConfig: operation({
    method: 'PATCH',
    path: '/config',
    access: 'admin',
    summary:
      'Changes single values of the configuration file; the rest stays as it was written, comments too.',
    input: z.strictObject({
      changes: z
        .array(
          z.strictObject({
            path: z.array(z.string()).min(1).max(8),
            /** Left out: the default again. */
            value: z.unknown().optional(),
          }),
        )
        .min(1)
        .max(100),
    }),
    output: settings,
  }),
  writeConfigText: operation({
    method: 'PUT',
    path: '/config/text',
    access: 'admin',
    summary: 'Writes the configuration file as text, unless it is wrong or was changed since `was` was read.',
    input: z.strictObject({ text: z.string().max(1_048_576), was: z.string().max(1_048_576) }),
    output: settings,
  }),
  listConnectable: operation({
    method: 'GET',
    path: '/connectable',
    access: 'admin',
    summary:
      'The MCP clients on this machine, each with the exact change to its file that connecting it would make.',
    input: z.object({}),
    output: z.object({
      items: z.array(
        z.object({
          client: z.string(),
          title: z.string(),
          file: z.string(),
          /** `refused`: its file is malformed or read-only, or it has to be connected from a terminal. */
          state: z.enum(['open', 'connected', 'refused']),
          /** A unified diff; tokens are masked. */
          change: z.string(),
          /** Stands for this very change. */
          plan: z.string().nullable(),
          reason: z.string().nullable(),
        }),
      ),
    }),
  }),
  connectClient: operation({
    method: 'POST',
    path: '/connectable/:client',
    access: 'admin',
    summary: 'Makes the change that was shown, with a backup; refused where the file was changed meanwhile.',
    input: z.strictObject({ client: z.string().max(64), plan: z.string().max(128) }),
    output: z.object({ client: z.string(), file: z.string() }),
  }),
}
