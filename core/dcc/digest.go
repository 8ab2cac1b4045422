// What every job gave, as a digest: where two runs of one seed part, the first job that differs says where to look.

package dcc

import (
	"dcctree/core/hardtree"
	"dcctree/core/numeric"
)

// JobDigest is the digest of the result of one job.
type JobDigest struct {
	Job      int
	Kind     JobKind
	Topology string // key
	Digest   uint64 // 0 where the job was given up
}

// GivenUp reports whether the job was given up: the run's results are not those of its seed then.
func (j JobDigest) GivenUp() bool { return j.Digest == 0 }

// digest returns that of the result: all numbers, without times.
func digest(j Job, r RecordedResult) JobDigest {
	d := numeric.NewDigest()
	d.Words(string(j.Kind), j.Topology, string(r.Outcome), string(r.Method))
	if r.Trust != "" { // of the fast mode
		d.Words(string(r.Trust))
	}
	d.Numbers(r.State.Position...)
	d.Numbers(r.State.Metric...)
	d.Numbers(r.State.StepSize, r.Shrinkage)
	d.Numbers(r.Proposals...)
	d.Numbers(r.LogWeights...)
	d.Numbers(r.Forecast...)
	d.Numbers(r.LogZ, r.LogZError, r.KHat, r.KHatLimit, r.EffectiveNumber)
	d.Numbers(r.Audit.Former, r.Audit.FormerError, r.Audit.Second, r.Audit.SecondError)
	for _, n := range []int{r.Gradients, r.Evaluations, r.Draws, r.Divergences, r.Saturated, r.Repairs,
		r.SearchWork, r.Modes, r.ForecastDraws, r.Audit.Added, r.Audit.States, r.Audit.Exceeding} {
		d.Whole(n)
	}
	digestSolutions(d, r.Solutions)
	return JobDigest{Job: j.ID, Kind: j.Kind, Topology: j.Topology, Digest: d.Sum()}
}

func digestSolutions(d numeric.Digest, solutions []hardtree.Solution) {
	d.Whole(len(solutions))
	for _, s := range solutions {
		d.Numbers(s.Score, s.Sigma)
		var thresholds, gaps []float64
		for _, split := range s.Splits {
			thresholds, gaps = append(thresholds, split.At), append(gaps, split.Gap)
		}
		d.Numbers(thresholds...)
		d.Numbers(gaps...)
		for _, split := range s.Splits {
			d.Whole(split.Input)
		}
	}
}

// mostJobs is how many jobs' digests are kept: those of any run that ends in a minute, so that a long one does not
// collect them for ever.
const mostJobs = 4096

// JobLog keeps the digests of the first jobs and, behind them, of all later ones that were given up.
type JobLog struct {
	first []JobDigest
	n     int // all jobs
	last  JobDigest
}

// First returns the digests that are kept, N the number of all jobs, Last the digest of the last.
func (l *JobLog) First() []JobDigest { return l.first }
func (l *JobLog) N() int             { return l.n }
func (l *JobLog) Last() JobDigest    { return l.last }

// Add takes the result of a job.
func (l *JobLog) Add(j Job, r Result) {
	l.n++
	l.last = JobDigest{Job: j.ID, Kind: j.Kind, Topology: j.Topology}
	if r.Outcome != GivenUp && l.n <= mostJobs {
		l.last = digest(j, r.Record())
	}
	if r.Outcome == GivenUp || l.n <= mostJobs {
		l.first = append(l.first, l.last)
	}
}

// Set corrects the digest of job i, from 0.
func (l *JobLog) Set(i int, digest uint64) {
	if i < min(len(l.first), mostJobs) {
		l.first[i].Digest = digest
	}
}

// Jobs returns the digests of the results that were applied, in job order: the first 4,096, and of later jobs those
// that were given up.
func (s *Sampler) Jobs() []JobDigest { return s.jobs.first }
