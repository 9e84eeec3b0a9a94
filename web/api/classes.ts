/** Classes that the service keeps under a name. */
import { inCollection, json } from './client.ts';
import type { ClassContent, ClassHead, ClassList, SavedClass } from './types.ts';

export function listClasses(): Promise<ClassList> {
  return json(inCollection('classes'));
}

export function getClass(name: string): Promise<SavedClass> {
  return json(inCollection('classes', name));
}

/** @param replaces When the class was saved that this one takes the place of. */
export function putClass(name: string, content: ClassContent, replaces?: string): Promise<ClassHead> {
  const body = { ...content, ...(replaces !== undefined && { replaces }) };
  return json(inCollection('classes', name), { method: 'PUT', body });
}

export function deleteClass(name: string): Promise<unknown> {
  return json(inCollection('classes', name), { method: 'DELETE' });
}
