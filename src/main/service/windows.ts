import { win32 } from 'node:path'
import { serviceArguments, type ServiceFacts, type ServicePlan } from './plan.ts'

/**
 * A file in the Startup folder: it needs no administrator, and everybody knows where to look for it. The daemon has a minimised
 * window. The environment at login is the person's own, so PATH needs no word.
 */
export function windowsPlan(facts: ServiceFacts): ServicePlan {
  const command = [facts.node, ...serviceArguments(facts)].map(quoted).join(' ')
  return {
    file: win32.join(facts.folder, 'Spillway.cmd'),
    text: `@echo off\r\nstart "Spillway" /min ${command}\r\n`,
    install: [],
    remove: [],
    afterwards: [],
    status: null,
  }
}

/** A path holds no quotes; a percent sign would name a variable. */
const quoted = (text: string) => `"${text.replaceAll('%', '%%')}"`
