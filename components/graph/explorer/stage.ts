import { polygonHull } from 'd3-polygon';
import Graph from 'graphology';
import Sigma from 'sigma';
import { EdgeLineProgram, EdgeRectangleProgram } from 'sigma/rendering';
import { animateNodes } from 'sigma/utils';
import { type GraphLink, type GraphNode, type NodeId, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';
import type { Groups, NamedGroup } from './groups.ts';
import { placeLabels } from './label-placement.ts';
import { type ShapeData, ShapeProgram } from './shape-program.ts';
import { linkKey, type NodesAndLinks } from './shown-graph.ts';
import { type Positions, radiusOf, shorten, widthOf } from './sizes.ts';
import { mix, readTheme, type Theme, toHex } from './theme.ts';

/** What is marked in the picture. */
export interface Marks {
  selected: NodeId | null;
  pinned: ReadonlySet<NodeId>;
  /** The nodes and links that stand out, while all others are faint; null if none do. */
  strong: { nodes: ReadonlySet<NodeId>; links: ReadonlySet<string> } | null;
  /** The link that the arrow keys have chosen, and the node to which it leads. */
  chosen: { link: string; node: NodeId } | null;
}

export interface Scene {
  graph: NodesAndLinks;
  /** The nodes that the picture has room for: also those that a focus or a year leaves out, so that the others stay where they are. */
  framed: readonly GraphNode[];
  positions: Positions;
  groups: Groups;
  groupNames: readonly NamedGroup[];
  marks: Marks;
}

const nothing: NonNullable<Marks['strong']> = { nodes: new Set(), links: new Set() };

export interface StageEvents {
  onHover: (node: NodeId | null) => void;
  onChoose: (node: NodeId | null) => void;
  onExpand: (node: NodeId) => void;
  /** A node was dragged to a new position. */
  onMove: (node: NodeId, x: number, y: number) => void;
  /** The page was scrolled over the picture, by somebody who may have wanted to move the picture. */
  onScroll: (kind: ScrollKind) => void;
}

/** By what a page is scrolled. */
export type ScrollKind = 'wheel' | 'touch';

const lineHeight = 17;
/** How far the area of a group extends beyond its nodes, in pixels. */
const regionReach = 22;

interface LabelStyle {
  size: number;
  weight: number;
}

const labelStyles = {
  first: { size: 15, weight: 600 },
  group: { size: 14, weight: 600 },
  node: { size: 13, weight: 500 },
  work: { size: 12, weight: 400 },
} satisfies Record<string, LabelStyle>;

/** A text beside a point of the picture. */
interface Label {
  id: string;
  x: number;
  y: number;
  radius: number;
  text: string;
  style: LabelStyle;
  color: Theme['ink'];
}

const fontOf = ({ style: { size, weight } }: Label, family: string): string => `${weight} ${size}px ${family}`;
const maxLabels = 120;
/** Candidates for labels, so that a frame of a large graph does not measure all of its texts. */
const maxLabelCandidates = 900;
/** Above this number of links, each is a thin line. */
const maxThickLinks = 4_000;
/** Above this number of links, they are fainter. */
const denseLinks = 600;
const animationMs = 450;
/** How far a node is dragged at least, in pixels. */
const dragTolerance = 4;
/** Above this number, nodes are at their new positions at once. */
const maxAnimated = 2_000;
/** A year after which a link is drawn fainter: the newest have the full colour, and those of this age or older the faintest. */
const oldestShade = 25;

/** Returns how much smaller nodes are in a narrow picture. */
const scaleFor = (width: number): number => Math.min(1, Math.max(0.6, Math.sqrt(width / 760)));

/** Draws a graph by WebGL, with labels and groups on canvases above and below it. It decides nothing: it shows scenes and reports events. */
export class Stage {
  #graph = new Graph({ type: 'undirected', multi: true });
  readonly #sigma: Sigma;
  readonly #regions: HTMLCanvasElement;
  readonly #element: HTMLElement;
  readonly #events: StageEvents;
  readonly #textWidths = new Map<string, number>();
  /** WebGL is computed without a graphics processor. */
  readonly #isSoftware = isSoftwareRendered();
  #theme: Theme;
  #scene: Scene | null = null;
  #nodes: ReadonlyMap<NodeId, GraphNode> = new Map();
  #links: ReadonlyMap<string, GraphLink> = new Map();
  #newestYear = 0;
  /** Colours of links by their strength, so that thousands are not mixed one by one. */
  readonly #shades = new Map<number, string>();
  #strong: Marks['strong'] = null;
  /** The hovered node with its links. */
  #near: NonNullable<Marks['strong']> = nothing;
  #isLarge = false;
  #byImportance: GraphNode[] = [];
  #members = new Map<number, NodeId[]>();
  #hovered: NodeId | null = null;
  #dragged: { node: NodeId; x: number; y: number; hasMoved: boolean } | null = null;
  #stopAnimation: (() => void) | null = null;
  #stopListening: () => void = () => {};

  /** @throws if the browser has no WebGL */
  constructor(element: HTMLElement, events: StageEvents) {
    this.#element = element;
    this.#events = events;
    element.tabIndex = 0;
    this.#theme = readTheme(element);
    this.#regions = document.createElement('canvas');
    Object.assign(this.#regions.style, { position: 'absolute', inset: '0', width: '100%', height: '100%' });
    element.append(this.#regions);
    this.#sigma = new Sigma(this.#graph, element, {
      allowInvalidContainer: true,
      renderLabels: false,
      zIndex: true,
      stagePadding: 48,
      minCameraRatio: 0.02,
      maxCameraRatio: 3,
      minEdgeThickness: 1.2,
      nodeProgramClasses: { shape: ShapeProgram },
      nodeHoverProgramClasses: { shape: ShapeProgram },
      defaultNodeType: 'shape',
      edgeProgramClasses: { thick: EdgeRectangleProgram, thin: EdgeLineProgram },
      defaultEdgeType: 'thick',
      defaultDrawNodeHover: () => {},
      nodeReducer: (id, data) => ({ ...data, ...this.#nodeLook(id as NodeId) }),
      edgeReducer: (key, data) => ({ ...data, ...this.#linkLook(key) }),
      doubleClickZoomingRatio: 1,
    });
    this.#listen();
    this.#leaveScrolling();
  }

  /**
   * Leaves wheel and finger to the page, as maps do: the wheel zooms with Ctrl or the command key, or once the picture has the focus, and two
   * fingers move and zoom. A tap still selects, because browsers make a click of it.
   */
  #leaveScrolling(): void {
    const element = this.#element;
    for (const canvas of Object.values(this.#sigma.getCanvases())) canvas.style.touchAction = 'pan-x pan-y';
    const onWheel = (event: WheelEvent) => {
      const hasKey = event.ctrlKey || event.metaKey;
      // At the limits of the picture, the browser would zoom the page.
      if (hasKey) event.preventDefault();
      if (hasKey || element.contains(document.activeElement)) return;
      event.stopPropagation();
      this.#events.onScroll('wheel');
    };
    const onTouch = (event: TouchEvent) => {
      if (event.touches.length > 1) return;
      if (event.type === 'touchmove') this.#events.onScroll('touch');
      else event.stopPropagation();
    };
    element.addEventListener('wheel', onWheel, { capture: true, passive: false });
    element.addEventListener('touchstart', onTouch, { capture: true });
    element.addEventListener('touchmove', onTouch, { capture: true, passive: true });
    this.#stopListening = () => {
      element.removeEventListener('wheel', onWheel, { capture: true });
      element.removeEventListener('touchstart', onTouch, { capture: true });
      element.removeEventListener('touchmove', onTouch, { capture: true });
    };
  }

  #listen(): void {
    const sigma = this.#sigma;
    const captor = sigma.getMouseCaptor();
    sigma.on('beforeRender', () => this.#drawRegions());
    sigma.on('afterRender', () => this.#drawLabels());
    sigma.on('enterNode', ({ node }) => this.#hover(node as NodeId));
    sigma.on('leaveNode', () => this.#hover(null));
    sigma.on('clickNode', ({ node }) => this.#events.onChoose(node as NodeId));
    sigma.on('clickStage', () => this.#events.onChoose(null));
    sigma.on('doubleClickNode', ({ node, preventSigmaDefault }) => {
      preventSigmaDefault();
      this.#events.onExpand(node as NodeId);
    });
    sigma.on('downNode', ({ node, event: { x, y } }) => {
      this.#dragged = { node: node as NodeId, x, y, hasMoved: false };
    });
    sigma.on('moveBody', ({ event, preventSigmaDefault }) => {
      const dragged = this.#dragged;
      if (!dragged) return;
      // A hand that clicks moves a little.
      dragged.hasMoved ||= Math.hypot(event.x - dragged.x, event.y - dragged.y) > dragTolerance;
      preventSigmaDefault();
      if (!dragged.hasMoved) return;
      this.#graph.mergeNodeAttributes(dragged.node, sigma.viewportToGraph(event));
      event.original.preventDefault();
    });
    const drop = () => {
      const dragged = this.#dragged;
      this.#dragged = null;
      if (!dragged?.hasMoved) return;
      const { x, y } = this.#graph.getNodeAttributes(dragged.node) as { x: number; y: number };
      this.#events.onMove(dragged.node, x, y);
    };
    captor.on('mouseup', drop);
    sigma.getTouchCaptor().on('touchup', drop);
  }

  #hover(node: NodeId | null): void {
    const before = this.#near;
    this.#hovered = node;
    this.#element.style.cursor = node ? 'pointer' : '';
    this.#events.onHover(node);
    this.#near = this.#linksAround(node);
    if (!this.#isLarge) {
      this.#paint();
      return;
    }
    // Others do not become fainter, so that only what is near is drawn with other colours.
    const changed = [...before.nodes, ...this.#near.nodes].filter((id) => this.#nodes.has(id));
    const edges = [...before.links, ...this.#near.links].filter((key) => this.#links.has(key));
    this.#sigma.refresh({ partialGraph: { nodes: changed, edges }, skipIndexation: true, schedule: true });
  }

  /** Shows a scene. Nodes move to their new positions, or are there at once. */
  show(scene: Scene, isAnimated: boolean): void {
    this.#stopAnimation?.();
    this.#stopAnimation = null;
    const targets = new Map<string, { x: number; y: number }>();
    const isSame = scene.graph === this.#scene?.graph;
    this.#scene = scene;
    const { graph, positions } = scene;
    const moves = isAnimated && graph.nodes.length <= maxAnimated;
    const startOf = (id: NodeId) => {
      const target = positions.get(id) ?? { x: 0, y: 0 };
      if (!moves || !this.#graph.hasNode(id)) return target;
      targets.set(id, target);
      const { x, y } = this.#graph.getNodeAttributes(id) as { x: number; y: number };
      return { x, y };
    };
    if (isSame) this.#graph.updateEachNodeAttributes((id, attributes) => ({ ...attributes, ...startOf(id as NodeId) }));
    else this.#replaceGraph(graph, startOf);
    this.#sigma.setCustomBBox(boxAround(scene));
    this.#paint(!isSame);
    if (targets.size > 0)
      this.#stopAnimation = animateNodes(this.#graph, Object.fromEntries(targets), { duration: animationMs, easing: 'quadraticInOut' });
  }

  #replaceGraph({ nodes, links }: NodesAndLinks, startOf: (id: NodeId) => { x: number; y: number }): void {
    const next = new Graph({ type: 'undirected', multi: true });
    for (const node of nodes)
      next.addNode(node.id, { ...startOf(node.id), size: radiusOf(node, nodes.length) * scaleFor(this.#sigma.getDimensions().width) });
    const type = links.length > maxThickLinks ? 'thin' : 'thick';
    for (const link of links) next.addEdgeWithKey(linkKey(link), link.from, link.to, { type, size: widthOf(link.works) });
    this.#graph = next;
    this.#nodes = new Map(nodes.map((node) => [node.id, node]));
    this.#links = new Map(links.map((link) => [linkKey(link), link]));
    this.#newestYear = links.reduce((newest, { lastYear }) => Math.max(newest, lastYear ?? 0), 0);
    this.#byImportance = nodes.toSorted((a, b) => a.steps - b.steps || radiusOf(b, 1) - radiusOf(a, 1) || b.works - a.works);
    this.#isLarge = links.length > maxThickLinks;
    if (this.#hovered && !this.#nodes.has(this.#hovered)) {
      this.#hovered = null;
      this.#events.onHover(null);
    }
    this.#near = this.#linksAround(this.#hovered);
    this.#look();
    const isHiding = this.#isLarge && this.#isSoftware;
    // Setting it draws the graph before.
    if (this.#sigma.getSetting('hideEdgesOnMove') !== isHiding) this.#sigma.setSetting('hideEdgesOnMove', isHiding);
    this.#sigma.setGraph(next);
  }

  /** Shows other marks on the same scene. */
  mark(marks: Marks): void {
    if (!this.#scene) return;
    this.#scene = { ...this.#scene, marks };
    this.#paint();
  }

  /** Draws with the colours of the scene. */
  #paint(isNew = false): void {
    this.#look();
    // Which links are above others depends on their marks; a large graph is drawn in one order.
    if (!isNew) this.#sigma.refresh({ schedule: true, skipIndexation: this.#isLarge });
  }

  /** Prepares what colours depend on. */
  #look(): void {
    const scene = this.#scene;
    // In a large graph, a hovered node does not make all others fainter.
    this.#strong = this.#hovered && !this.#isLarge ? this.#near : (scene?.marks.strong ?? null);
    this.#members = Map.groupBy(
      (scene?.graph.nodes ?? []).flatMap(({ id }) => (scene?.groups.has(id) ? [id] : [])),
      (id) => scene?.groups.get(id) ?? 0,
    );
  }

  #nodeLook(id: NodeId): ShapeData & { color: string; zIndex: number } {
    const [node, marks] = [this.#nodes.get(id), this.#scene?.marks];
    const { card, ink, kinds, soft } = this.#theme;
    const isFaint = this.#strong !== null && !this.#strong.nodes.has(id);
    const isMarked = id === marks?.selected || id === marks?.chosen?.node || id === this.#hovered;
    const isPinned = marks?.pinned.has(id) ?? false;
    const hasRing = isMarked || isPinned || node?.steps === 0;
    return {
      color: toHex(mix(node ? kinds[node.kind] : soft, card, isFaint ? 0.22 : 1)),
      zIndex: isFaint ? 0 : isMarked ? 3 : 1,
      shape: node ? nodeKindFacts[node.kind].shape : 'circle',
      ringColor: toHex(hasRing ? mix(ink, card, isFaint ? 0.3 : 1) : card),
      ring: isMarked ? 3 : isPinned ? 2 : 1.5,
    };
  }

  #linkLook(key: string): { color: string; zIndex: number } {
    const [link, marks] = [this.#links.get(key), this.#scene?.marks];
    const { card, ink, edge, accent } = this.#theme;
    if (marks?.chosen?.link === key) return { color: toHex(ink), zIndex: 2 };
    if (this.#strong?.links.has(key) || this.#near.links.has(key)) return { color: toHex(accent), zIndex: 1 };
    const shade = (this.#strong ? 0.18 : link ? shadeOf(link, this.#newestYear) : 0.5) * (this.#links.size > denseLinks ? 0.6 : 1);
    const known = this.#shades.get(shade);
    const color = known ?? toHex(mix(edge, card, shade));
    if (known === undefined) this.#shades.set(shade, color);
    return { color, zIndex: 0 };
  }

  #linksAround(id: NodeId | null): NonNullable<Marks['strong']> {
    if (id === null || !this.#graph.hasNode(id)) return nothing;
    return { nodes: new Set([id, ...(this.#graph.neighbors(id) as NodeId[])]), links: new Set(this.#graph.edges(id)) };
  }

  #pointOf(id: NodeId): { x: number; y: number } {
    return this.#sigma.graphToViewport(this.#graph.getNodeAttributes(id) as { x: number; y: number });
  }

  /** An area behind each group. */
  #drawRegions(): void {
    const scene = this.#scene;
    const context = this.#contextOf(this.#regions);
    if (!scene || !context) return;
    const { card, groups } = this.#theme;
    for (const [group, ids] of this.#members) {
      const points = ids.filter((id) => this.#graph.hasNode(id)).map((id) => this.#pointOf(id));
      const corners = points.map(({ x, y }): [number, number] => [x, y]);
      const outline = polygonHull(corners) ?? corners;
      const [first, ...others] = outline;
      if (!first) continue;
      context.beginPath();
      context.moveTo(...first);
      for (const corner of others) context.lineTo(...corner);
      context.closePath();
      context.lineWidth = regionReach * 2;
      context.lineJoin = 'round';
      context.fillStyle = toHex(mix(groups[group] ?? card, card, 0.1));
      context.strokeStyle = context.fillStyle;
      context.stroke();
      context.fill();
    }
  }

  #contextOf(canvas: HTMLCanvasElement): CanvasRenderingContext2D | null {
    const { width, height } = this.#sigma.getDimensions();
    const ratio = window.devicePixelRatio || 1;
    const [pixelWidth, pixelHeight] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== pixelWidth || canvas.height !== pixelHeight) Object.assign(canvas, { width: pixelWidth, height: pixelHeight });
    const context = canvas.getContext('2d');
    context?.setTransform(ratio, 0, 0, ratio, 0, 0);
    context?.clearRect(0, 0, width, height);
    return context;
  }

  #widthOf(context: CanvasRenderingContext2D, label: Label, font: string): number {
    const key = `${label.style.size} ${label.text}`;
    const known = this.#textWidths.get(key);
    if (known !== undefined) return known;
    context.font = fontOf(label, font);
    const width = context.measureText(label.text).width;
    this.#textWidths.set(key, width);
    return width;
  }

  #drawLabels(): void {
    const scene = this.#scene;
    const context = this.#sigma.getCanvases().labels?.getContext('2d');
    if (!scene || !context) return;
    const { width, height } = this.#sigma.getDimensions();
    const { card, ink, soft, font, groups } = this.#theme;
    const [strong, { marks, graph }] = [this.#strong, scene];
    const first = new Set([this.#hovered, marks.chosen?.node, marks.selected].filter((id) => id !== null && id !== undefined));
    const isFirst = ({ id }: GraphNode) => first.has(id);
    const others = this.#byImportance.filter((node) => !isFirst(node) && (strong === null || strong.nodes.has(node.id)));
    const order = [...this.#byImportance.filter(isFirst), ...others].slice(0, maxLabelCandidates);
    const nodeLabels = order.map((node): Label => {
      const radius = this.#sigma.scaleSize(radiusOf(node, graph.nodes.length) * scaleFor(width));
      const style = node.steps === 0 || isFirst(node) ? labelStyles.first : node.kind === 'work' ? labelStyles.work : labelStyles.node;
      return { ...this.#pointOf(node.id), id: node.id, radius, text: shorten(node.label), style, color: node.kind === 'work' ? soft : ink };
    });
    const groupLabels = strong ? [] : this.#groupLabels(scene.groupNames, (group) => mix(groups[group] ?? ink, ink, 0.75));
    // A topic that names its group would be named twice.
    const groupNames = new Set(groupLabels.map(({ text }) => text));
    const [start = [], rest = []] = [nodeLabels.slice(0, 1), nodeLabels.slice(1).filter(({ text }) => !groupNames.has(text))];
    const labels = new Map([...start, ...groupLabels, ...rest].map((label) => [label.id, label]));
    const measured = [...labels.values()].map((label) => ({ ...label, width: this.#widthOf(context, label, font) }));
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 4;
    context.strokeStyle = toHex(card);
    for (const { id, left, top } of placeLabels(measured, { width, height, lineHeight, most: maxLabels })) {
      const label = labels.get(id);
      if (!label) continue;
      context.font = fontOf(label, font);
      context.fillStyle = toHex(label.color);
      context.strokeText(label.text, left, top + lineHeight / 2);
      context.fillText(label.text, left, top + lineHeight / 2);
    }
  }

  /** The name of each group, above its topmost node. */
  #groupLabels(names: Scene['groupNames'], colorOf: (group: number) => Theme['ink']): Label[] {
    return names.flatMap(({ group, name }): Label[] => {
      const points = (this.#members.get(group) ?? []).map((id) => this.#pointOf(id));
      const top = points.toSorted((a, b) => a.y - b.y)[0];
      if (!top) return [];
      return [
        {
          id: `group ${group}`,
          x: top.x,
          y: top.y - regionReach,
          radius: 0,
          text: shorten(name),
          style: labelStyles.group,
          color: colorOf(group),
        },
      ];
    });
  }

  /** Reads the colours again, after the scheme of the page has changed. */
  readColours(): void {
    this.#theme = readTheme(this.#element);
    this.#shades.clear();
    this.#paint();
  }

  zoom(factor: number, isAnimated: boolean): void {
    const camera = this.#sigma.getCamera();
    const ratio = camera.ratio / factor;
    if (isAnimated) void camera.animate({ ratio }, { duration: 200 });
    else camera.setState({ ratio });
  }

  /** Shows the whole graph. */
  fit(isAnimated: boolean): void {
    const camera = this.#sigma.getCamera();
    const whole = { x: 0.5, y: 0.5, ratio: 1, angle: 0 };
    if (isAnimated) void camera.animate(whole, { duration: 200 });
    else camera.setState(whole);
  }

  /** Moves the picture until a node is well inside it. */
  reveal(id: NodeId, isAnimated: boolean): void {
    const data = this.#sigma.getNodeDisplayData(id);
    if (!data) return;
    const { width, height } = this.#sigma.getDimensions();
    const { x, y } = this.#pointOf(id);
    const margin = Math.min(60, width / 4);
    if (x > margin && y > margin && x < width - margin && y < height - margin) return;
    const camera = this.#sigma.getCamera();
    if (isAnimated) void camera.animate({ x: data.x, y: data.y }, { duration: 250 });
    else camera.setState({ x: data.x, y: data.y });
  }

  /** Where a node is in the picture, for the card beside it. */
  placeOf(id: NodeId): { x: number; y: number } | null {
    return this.#graph.hasNode(id) ? this.#pointOf(id) : null;
  }

  kill(): void {
    this.#stopAnimation?.();
    this.#stopListening();
    this.#sigma.kill();
    this.#regions.remove();
  }
}

function isSoftwareRendered(): boolean {
  const gl = document.createElement('canvas').getContext('webgl');
  const facts = gl?.getExtension('WEBGL_debug_renderer_info');
  return gl !== null && /swiftshader|llvmpipe|software/i.test(String(gl.getParameter(facts?.UNMASKED_RENDERER_WEBGL ?? gl.RENDERER)));
}

/** Returns the frame of the picture. */
function boxAround({ framed, positions }: Scene): { x: [number, number]; y: [number, number] } | null {
  const places = framed.flatMap(({ id }) => positions.get(id) ?? []);
  if (places.length < 2) return null;
  const [x, y] = [places.map((place) => place.x), places.map((place) => place.y)];
  const spanOf = (values: number[]): [number, number] =>
    values.reduce(([least, most], value) => [Math.min(least, value), Math.max(most, value)], [
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
    ] as [number, number]);
  return { x: spanOf(x), y: spanOf(y) };
}

/** Returns how strong the colour of a link is: fainter, the longer ago its last work. */
function shadeOf({ lastYear }: GraphLink, newest: number): number {
  if (lastYear === null) return 0.6;
  const age = Math.min(Math.max(newest - lastYear, 0), oldestShade);
  return 0.8 - (0.5 * age) / oldestShade;
}
