/**
 * One sentence per work, written by us and shown as "Summary by Peergraph". LaTeX as in bibliographic records; names and formulas are
 * typeset as in the works.
 */
export const summaries: Record<string, string> = {
  'GLM-130B: An Open Bilingual Pre-trained Model':
    'Tells how a model of 130 billion parameters for English and Chinese was trained, and runs it on 4$\\times$RTX 3090 cards; weights and code are at \\url{https://github.com/THUDM/GLM-130B/}.',
  'A Comprehensive Survey on Distributed Training of Graph Neural Networks':
    'Sorts the ways of training graph neural networks on many machines by workflow, and names what each does about computation and communication.',
  'KAG: Boosting LLMs in Professional Domains via Knowledge Augmented Generation':
    'Joins a knowledge graph with retrieval, so that a language model can answer questions which need numbers, dates and rules.',
  'PCMind-2.1-Kaiyuan-2B Technical Report':
    'Describes an open model of two billion parameters, and how its training data were measured, repeated and ordered.',
  'Mixed-Precision Inference Quantization: Radically Towards Faster inference speed, Lower Storage requirement, and Lower Loss':
    'Asks when giving each layer its own precision lowers the loss below that of the full-precision model.',
  'GLM-4.5: Agentic, Reasoning, and Coding (ARC) Foundation Models':
    'Presents a mixture-of-experts model with 355 billion parameters in all, of which 32 billion work on each token.',
  'Compression for Better: A General and Stable Lossless Compression Framework':
    'Proposes \\textbf{L}oss\\textbf{L}ess \\textbf{C}ompression, which bounds how far a model may be compressed before its loss rises.',
  'Mat2Boundary: Treating User-Defined Boundary Condition as SpMV for Distributed PDE Solvers on Block-Structured Grids':
    'Writes boundary conditions as sparse linear operators, from which a compiler makes the code, up to 7.6$\\times$ faster.',
  'A Multi-Power Law for Loss Curve Prediction Across Learning Rate Schedules':
    'Gives a formula that foretells the loss curve of a training run from its learning-rate schedule.',
  'Making LLMs Optimize Multi-Scenario CUDA Kernels Like Experts':
    'Brings a benchmark of GPU kernels from several fields, and agents that tune such kernels with a profiler at hand.',
  'Larger Datasets Can Be Repeated More: A Theoretical Analysis of Multi-Epoch Scaling in Linear Regression':
    'Shows for linear regression how often data can be used again before it stops to help: a number that grows with the data, by $Θ(\\log N)$ in the strongly convex case.',
  'How Learning Rate Decay Wastes Your Best Data in Curriculum-Based LLM Pretraining':
    'Finds that data sorted from worse to better lose their effect where the learning rate has already decayed, and tries two remedies.',
  'Decoupling Knowledge and Reasoning in Transformers: A Modular Architecture with Generalized Cross-Attention':
    'Moves what a transformer knows into a shared store that its layers read by cross-attention.',
  "Quantization in Layer's Input is Matter": 'Argues that rounding the inputs of a layer costs more accuracy than rounding its weights.',
  'GraphTheta: A Distributed Graph Neural Network Learning System With Flexible Training Strategy':
    'Builds a system that trains graph neural networks on very large graphs with ordinary machines.',
  'AIPerf: Automated machine learning as an AI-HPC benchmark':
    'Measures supercomputers by the architecture searches that they get through in a given time.',
  'Bridging the Gap Between Neural Networks and Neuromorphic Hardware with A Neural Network Compiler':
    'Rewrites a trained network so that it fits the limits of a neuromorphic chip.',
  'SaberLDA: Sparsity-Aware Learning of Topic Models on GPUs':
    'Trains topic models with thousands of topics on a graphics card by making use of their sparsity.',
  'WarpLDA: a Cache Efficient O(1) Algorithm for Latent Dirichlet Allocation':
    'Samples topics in constant time for each word, in an order that keeps memory accesses within the cache.',
  'Lossless Model Compression via Joint Low-Rank Factorization Optimization':
    'Optimises the factorisation of weight matrices together with the model’s own loss, so that the smaller model does not fall behind.',
  'cuNNQS-SCI: A Fully GPU-Accelerated Framework for High-Performance Configuration Interaction Selection with Neural Network Quantum States':
    'Moves a method for the electronic structure of molecules onto graphics cards in full, selection of configurations included.',
  'DynaTrain: Fast Online Parallelism Switching for Elastic LLM Training':
    'Lets a running training job change its parallel layout in seconds by giving all of its state one coordinate space.',
  'HPC AI500: A Benchmark Suite for HPC AI Systems':
    'Collects deep-learning workloads from the sciences as a benchmark for supercomputers.',
  'A Qualitative Test-Risk Mechanism for Scaling Behavior in Normalized Residual Networks':
    'Studies when a further block in a trained residual network provably lowers the risk on test data.',
  'CALM: A CKA-Guided Adaptive Layer-Wise Modularization Framework for LLM Quantization':
    'Chooses a quantization method for each layer by how alike its outputs stay, then joins the layers into one model.',
  'Rethinking Parameter Sharing as Graph Coloring for Structured Compression':
    'Reads the sharing of parameters between layers as the colouring of a graph, and colours it by curvature.',
  'Unfolding an Atomistic World: Atomistic Simulation of Reactor Pressure Vessel Steel Across Year-and-Meter Scales':
    'Simulates how the steel of reactor vessels ages, atom by atom, over years of service and metres of material.',
  'FP=xINT:A Low-Bit Series Expansion Algorithm for Post-Training Quantization':
    'Expands a full-precision model into a series of low-bit models that can run side by side.',
  'A General Error-Theoretical Analysis Framework for Constructing Compression Strategies':
    'Derives from an error analysis how strongly each layer of a model may be compressed.',
  'MoQE: Improve Quantization Model performance via Mixture of Quantization Experts':
    'Sends each input to whichever of several quantized variants of a model suits it best.',
  'Can the capability of Large Language Models be described by human ability? A Meta Study':
    'Compares scores of more than eighty language models with the groups of abilities that are used for people.',
  'Exploiting Block Coordinate Descent for Cost-Effective LLM Model Training':
    'Trains a block of the parameters at a time, so that large models fit on cheaper graphics cards.',
  'An Accurate and Efficient Large-scale Regression Method through Best Friend Clustering':
    'Clusters samples with their closest partner first, then fits the regression on the clusters in parallel.',
  'MoE-DisCo:Low Economy Cost Training Mixture-of-Experts Models':
    'Trains the experts of a model separately on cheap hardware and joins them in a short last phase.',
  'The Scalability for Parallel Machine Learning Training Algorithm: Dataset Matters':
    'Explains why adding machines helps some training runs more than others by how the samples of the data set differ.',
  'IAAT: A Input-Aware Adaptive Tuning framework for Small GEMM':
    'Generates and picks kernels for multiplying small matrices by the shape of the input.',
  'Large-Scale Simulation of Quantum Computational Chemistry on a New Sunway Supercomputer':
    'Simulates a variational quantum algorithm for molecules on up to twenty million cores.',
  'The dynamic parallel distribution algorithm for hybrid density-functional calculations in HONPAS package':
    'Balances the integrals of a density-functional method over processors while the calculation runs.',
  'The static parallel distribution algorithms for hybrid density-functional calculations in HONPAS package':
    'Compares two ways of dividing the same integrals over processors beforehand, in the HONPAS package.',
  'OptiCo: Adaptive Distributed Training Optimization via Collaborative Agent Reasoning':
    'Lets several agents that share a message pool look for a fast configuration of distributed training, and say why it is fast.',
  'Deputy: Accelerating Large Language Model Inference with Dynamic Low-Rank Substitution':
    'Decides for each token whether a layer computes in full, at low rank, or not at all.',
  'FlattenQuant: Breaking through the Inference Compute-bound for Large Language Models with Per-tensor Quantization':
    'Spreads large channels of a tensor over several, so that a single scale is enough to quantize it.',
  'Towards Unified Prompt Tuning for Few-shot Text Classification':
    'Teaches a language model the style of prompts on other tasks before it meets the few examples of its own.',
  'Meta Distant Transfer Learning for Pre-trained Language Models':
    'Learns what carries over between tasks whose label sets have nothing in common.',
  'Recognition of Nonmanual Markers in American Sign Language (ASL) Using Non-Parametric Adaptive 2D-3D Face Tracking':
    'Follows faces in video to recognise the expressions that carry grammar in American Sign Language.',
};
