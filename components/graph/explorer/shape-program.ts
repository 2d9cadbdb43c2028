import { NodeProgram, type ProgramInfo } from 'sigma/rendering';
import type { NodeDisplayData, RenderParams } from 'sigma/types';
import { floatColor } from 'sigma/utils';
import type { NodeKind, nodeKindFacts } from '#lib/catalog/graph/model/kinds.ts';

type NodeShape = (typeof nodeKindFacts)[NodeKind]['shape'];

/** Number of each shape in the shader. */
const shapeNumbers: Record<NodeShape, number> = { circle: 0, square: 1, diamond: 2, triangle: 3, pentagon: 5, hexagon: 6 };

/** What the program draws of a node besides position, size and colour. */
export interface ShapeData {
  shape: NodeShape;
  ringColor: string;
  /** Width of the ring inside the outline, in pixels. */
  ring: number;
}

const vertexShader = `
attribute vec4 a_id;
attribute vec4 a_color;
attribute vec4 a_ringColor;
attribute vec2 a_position;
attribute float a_size;
attribute float a_shape;
attribute float a_ring;
attribute float a_angle;
uniform mat3 u_matrix;
uniform float u_sizeRatio;
uniform float u_correctionRatio;
varying vec4 v_color;
varying vec4 v_ringColor;
varying vec2 v_point;
varying float v_pixels;
varying float v_shape;
varying float v_ring;
const float bias = 255.0 / 254.0;

void main() {
  float size = a_size * u_correctionRatio / u_sizeRatio * 4.0;
  vec2 direction = vec2(cos(a_angle), sin(a_angle));
  gl_Position = vec4((u_matrix * vec3(a_position + size * direction, 1)).xy, 0, 1);
  v_point = direction * 2.0;
  v_pixels = a_size / u_sizeRatio;
  v_shape = a_shape;
  v_ring = a_ring;
  #ifdef PICKING_MODE
  v_color = a_id;
  #else
  v_color = a_color;
  #endif
  v_ringColor = a_ringColor;
  v_color.a *= bias;
  v_ringColor.a *= bias;
}
`;

/** Distances from the outline of shapes of about the same area, within a circle of radius 1. */
const fragmentShader = `
precision highp float;
varying vec4 v_color;
varying vec4 v_ringColor;
varying vec2 v_point;
varying float v_pixels;
varying float v_shape;
varying float v_ring;
const float PI = 3.14159265;

float polygon(vec2 p, float corners, float radius, float turn) {
  float side = 2.0 * PI / corners;
  float angle = atan(p.x, p.y) + turn;
  return cos(floor(0.5 + angle / side) * side - angle) * length(p) - radius;
}

float outline(vec2 p) {
  if (v_shape < 0.5) return length(p) - 0.8;
  if (v_shape < 1.5) return max(abs(p.x), abs(p.y)) - 0.69;
  if (v_shape < 2.5) return (abs(p.x) + abs(p.y) - 1.0) * 0.7071;
  if (v_shape < 3.5) return polygon(p, 3.0, 0.5, PI);
  if (v_shape < 5.5) return polygon(p, 5.0, 0.75, PI);
  return polygon(p, 6.0, 0.78, 0.0);
}

void main() {
  // All shapes are within this circle; the triangle that is drawn is twice as large.
  if (dot(v_point, v_point) > 1.1) discard;
  float away = outline(v_point) * v_pixels;
  #ifdef PICKING_MODE
  gl_FragColor = away > 1.0 ? vec4(0.0) : v_color;
  #else
  vec4 color = mix(v_color, v_ringColor, smoothstep(-0.5, 0.5, away + v_ring));
  gl_FragColor = color * (1.0 - smoothstep(-0.5, 0.5, away));
  #endif
}
`;

const uniforms = ['u_sizeRatio', 'u_correctionRatio', 'u_matrix'] as const;
const [byte, float] = [5121, 5126];
const triangles = 4;

/** Draws nodes as shapes with a ring, so that their kinds are told apart without colour. */
export class ShapeProgram extends NodeProgram<(typeof uniforms)[number]> {
  override getDefinition() {
    return {
      VERTICES: 3,
      VERTEX_SHADER_SOURCE: vertexShader,
      FRAGMENT_SHADER_SOURCE: fragmentShader,
      METHOD: triangles,
      UNIFORMS: uniforms,
      ATTRIBUTES: [
        { name: 'a_position', size: 2, type: float },
        { name: 'a_size', size: 1, type: float },
        { name: 'a_shape', size: 1, type: float },
        { name: 'a_ring', size: 1, type: float },
        { name: 'a_color', size: 4, type: byte, normalized: true },
        { name: 'a_ringColor', size: 4, type: byte, normalized: true },
        { name: 'a_id', size: 4, type: byte, normalized: true },
      ],
      CONSTANT_ATTRIBUTES: [{ name: 'a_angle', size: 1, type: float }],
      CONSTANT_DATA: [[0], [(2 * Math.PI) / 3], [(4 * Math.PI) / 3]],
    };
  }

  override processVisibleItem(nodeIndex: number, startIndex: number, data: NodeDisplayData & Partial<ShapeData>): void {
    const { x, y, size, color, shape = 'circle', ring = 0, ringColor = color } = data;
    this.array.set([x, y, size, shapeNumbers[shape], ring, floatColor(color), floatColor(ringColor), nodeIndex], startIndex);
  }

  override setUniforms(params: RenderParams, { gl, uniformLocations }: ProgramInfo): void {
    gl.uniform1f(uniformLocations.u_sizeRatio ?? null, params.sizeRatio);
    gl.uniform1f(uniformLocations.u_correctionRatio ?? null, params.correctionRatio);
    gl.uniformMatrix3fv(uniformLocations.u_matrix ?? null, false, params.matrix);
  }
}
