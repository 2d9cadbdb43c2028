import type { NodeId } from '#lib/catalog/graph/model/kinds.ts';
import type { Action } from './explorer-state.ts';

/** Says what an action does, as undo and redo name it. */
export function labelOf(action: Action, nameOf: (id: NodeId) => string): string {
  switch (action.do) {
    case 'expand':
    case 'collapse':
    case 'hide':
    case 'pin':
    case 'unpin':
      return `${action.do} ${nameOf(action.node)}`;
    case 'select':
      return action.node ? `select ${nameOf(action.node)}` : 'clear the selection';
    case 'focus':
      return action.node ? `focus on ${nameOf(action.node)}` : 'leave the focus';
    case 'start':
      return `start from ${nameOf(action.node)}`;
    case 'show hidden':
      return 'show what was hidden';
    case 'filter':
      return 'change the filters';
    case 'find path':
      return `find paths from ${nameOf(action.from)} to ${nameOf(action.to)}`;
    case 'compare':
      return `compare ${nameOf(action.one)} with ${nameOf(action.other)}`;
    case 'bridge':
      return action.groups ? 'show what bridges two groups' : 'leave the bridges';
    case 'choose path':
      return `show path ${action.choice + 1}`;
    default:
      return action.do;
  }
}
